import { reactive } from 'vue'
import type { FlashKind } from './page'

export interface Toast {
  id: number
  kind: FlashKind
  text: string
  /** In a new tab where this page holds text that is not saved. */
  link?: { href: string; text: string; newTab?: boolean }
}

const SHOWN_MS = 6000
let lastId = 0

export const toasts = reactive<Toast[]>([])

/** Errors stay until closed; the same message never stands there twice. */
export function toast(kind: FlashKind, text: string, link?: Toast['link']): void {
  if (toasts.some((open) => open.kind === kind && open.text === text)) return
  const id = ++lastId
  toasts.push({ id, kind, text, link })
  if (kind !== 'error') setTimeout(() => closeToast(id), SHOWN_MS)
}

export function closeToast(id: number): void {
  const at = toasts.findIndex((open) => open.id === id)
  if (at >= 0) toasts.splice(at, 1)
}
