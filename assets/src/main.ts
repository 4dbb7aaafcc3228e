import './styles/app.css'
import { createInertiaApp, router } from '@inertiajs/vue3'
import { getInitialPageFromDOM, type Page } from '@inertiajs/core'
import { createApp, h, type Component, type DefineComponent } from 'vue'
import { VisitClient, watchVisits } from './api/visits'
import AppFrame from './components/AppFrame.vue'
import ToastList from './components/ToastList.vue'

const pages = import.meta.glob<{ default: DefineComponent }>('./pages/*.vue')
const initialPage = getInitialPageFromDOM<Page>('app')

/*
 * What history keeps of a page is unreadable after sign-out. Browsers offer the means on https
 * and localhost only; elsewhere the server's answer to the next request has to do.
 */
const guarded = window.isSecureContext
if (initialPage) initialPage.encryptHistory = guarded
router.on('beforeUpdate', (event) => {
  event.detail.page.encryptHistory = guarded
  if (!event.detail.page.props.auth?.user) event.detail.page.clearHistory = true
})

/* A document that was just served is newer than what history remembers of the same address. */
if (window.history.state?.page) {
  window.history.replaceState({ ...window.history.state, page: undefined }, '')
}

/* Going back shows the remembered page at once and then what is true now. */
router.on('navigate', (event) => {
  if (event.detail.visitId === undefined) router.reload()
})

async function load(name: string, page?: Page): Promise<DefineComponent> {
  try {
    return (await pages[`./pages/${name}.vue`]!()).default
  } catch (error) {
    /* After an update the old chunk may be gone: the address itself still works. */
    if (page && page !== initialPage) {
      window.location.assign(page.url)
      return await new Promise<never>(() => {})
    }
    throw error
  }
}

watchVisits()

void createInertiaApp({
  page: initialPage as never,
  resolve: load as never,
  layout: () => AppFrame as Component,
  progress: { delay: 250, includeCSS: false },
  http: new VisitClient(),
  setup({ el, App, props, plugin }) {
    createApp({ render: () => [h(App, props), h(ToastList)] })
      .use(plugin)
      .mount(el)
    /* The other pages are small: fetched in a quiet moment, a click then waits for data only. */
    window.setTimeout(() => Object.values(pages).forEach((page) => void page().catch(() => {})), 1500)
  },
})
