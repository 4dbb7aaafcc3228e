/*
 * How page visits travel. The client reads the CSRF cookie at each request by itself;
 * what is added here: a stale token is renewed and the visit repeated once,
 * and an answer that is no page becomes a German toast, never a raw dialog.
 */
import { HttpResponseError, router, XhrHttpClient, type HttpRequestConfig, type HttpResponse } from '@inertiajs/core'
import { toast } from '../lib/toasts'
import { renewCsrfToken } from './csrf'
import { statusMessage } from './request'

export class VisitClient extends XhrHttpClient {
  override async request(config: HttpRequestConfig): Promise<HttpResponse> {
    try {
      return await super.request(config)
    } catch (error) {
      const stale = error instanceof HttpResponseError && error.response.status === 419
      if (!stale || !(await renewCsrfToken())) throw error
      return await super.request(config)
    }
  }
}

export function watchVisits(): void {
  router.on('httpException', (event) => {
    const { response } = event.detail
    if ('x-inertia' in response.headers) return // an error page of ours, shown as a page
    const said = typeof response.data === 'object' ? response.data.message : undefined
    toast('error', typeof said === 'string' && said !== '' ? said : statusMessage(response.status))
    return false
  })
  router.on('networkError', () => {
    toast('error', statusMessage(0))
    return false
  })
  router.on('flash', (event) => {
    const { kind, text } = event.detail.flash
    if (text) toast(kind ?? 'info', text)
  })
}
