import { ref, watchEffect } from 'vue'

/** The title of the page that is shown, read out when it changes. */
export const pageTitle = ref('')

export function useTitle(title: () => string): void {
  watchEffect(() => {
    pageTitle.value = title()
    document.title = `${title()} · Sakristei`
  })
}
