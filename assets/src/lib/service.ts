/** A row of the service list, as the server sends it. */
export interface Service {
  id: number
  title: string
  starts_at: string
  has_agenda: boolean
  cancelled: boolean
  gone: boolean
  finalized: boolean
}
