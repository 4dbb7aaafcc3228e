/*
 * A field that saves itself.
 * One save is in flight at a time; what is committed meanwhile is coalesced into the next.
 * A save carries the revision its text started from; a newer row from outside never
 * replaces a text somebody is working on.
 */
import { reactive } from 'vue'

export interface Row {
  value: string
  revision: number
}

/** Why a save did not happen, in the words the user reads. */
export type Failure =
  | { kind: 'invalid' | 'failed'; message: string }
  | { kind: 'conflict'; theirs: Row }

export type SaveStatus = 'idle' | 'dirty' | 'saving' | 'saved' | 'invalid' | 'failed' | 'conflict'

export interface SavedFieldOptions {
  put(value: string, revision: number): Promise<Row>
  failure(error: unknown): Failure
  saved?(row: Row): void
}

export interface SavedField {
  text: string
  status: SaveStatus
  message: string
  /** What the server holds, as far as this field knows. */
  base: Row
  /** What somebody else saved meanwhile, while it is undecided. */
  theirs: Row | null
  /** The user wants to decide later. */
  postponed: boolean
  focus(): void
  edit(text: string): void
  commit(): Promise<void>
  adopt(row: Row): void
  keepMine(): Promise<void>
  takeTheirs(): void
  isOpen(): boolean
}

export function savedField(start: Row, options: SavedFieldOptions): SavedField {
  let focused = false
  let again = false
  let running: Promise<void> | null = null
  let waiting: Row | null = null // newer row that came while the text was worked on
  let refused: string | null = null // the text the last save failed with

  const field: SavedField = reactive({
    text: start.value,
    status: 'idle' as SaveStatus,
    message: '',
    base: { ...start },
    theirs: null as Row | null,
    postponed: false,

    focus() {
      focused = true
    },

    edit(text: string) {
      field.text = text
      if (running || field.status === 'conflict') return
      field.status = text === field.base.value ? 'idle' : 'dirty'
      field.message = ''
    },

    async commit() {
      focused = false
      if (running) {
        again = true
        return running
      }
      if (field.text === field.base.value && !field.theirs) {
        if (field.status !== 'saved') settle('idle')
        takeWaiting()
        return
      }
      if (field.status === 'conflict' && field.text === refused) return
      running = save().finally(() => (running = null))
      return running
    },

    adopt(row: Row) {
      if (row.revision <= field.base.revision) return
      waiting = { ...row }
      if (!focused && !field.isOpen()) takeWaiting()
    },

    async keepMine() {
      if (!field.theirs) return
      field.base = field.theirs
      field.theirs = null
      settle('dirty')
      await field.commit()
    },

    takeTheirs() {
      if (!field.theirs) return
      field.base = field.theirs
      field.text = field.theirs.value
      field.theirs = null
      settle('idle')
    },

    /** Text that the server does not have yet. */
    isOpen() {
      return running !== null || field.text !== field.base.value || field.theirs !== null
    },
  })

  function settle(status: SaveStatus): void {
    field.status = status
    field.message = ''
    field.postponed = false
  }

  function takeWaiting(): void {
    if (waiting && waiting.revision > field.base.revision) {
      field.base = waiting
      field.text = waiting.value
      settle('idle')
    }
    waiting = null
  }

  async function save(): Promise<void> {
    do {
      again = false
      const sent = field.text
      settle('saving')
      try {
        const row = await options.put(sent, field.base.revision)
        field.base = { value: row.value, revision: row.revision }
        field.theirs = null
        if (waiting && waiting.revision <= row.revision) waiting = null
        if (field.text === sent) {
          field.text = row.value
          settle('saved')
        } else settle('dirty')
        options.saved?.(field.base)
      } catch (error) {
        refused = sent
        const why = options.failure(error)
        settle(why.kind)
        if (why.kind === 'conflict') {
          field.theirs = why.theirs
          return
        }
        field.message = why.message
        if (why.kind === 'failed') return
        if (field.text !== sent && !again) settle('dirty')
      }
    } while (again && field.text !== field.base.value && field.text !== refused)
    if (again && field.text === field.base.value) settle('saved')
  }

  return field
}
