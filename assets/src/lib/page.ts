/** What every page receives; the shapes are the server's. */
export interface User {
  id: number
  name: string
  avatar: string | null
}

export type FlashKind = 'success' | 'error' | 'info'

declare module '@inertiajs/core' {
  export interface InertiaConfig {
    flashDataType: { kind?: FlashKind; text?: string }
    sharedPageProps: {
      auth: { user: User | null }
      macroSettings: Record<string, string>
      appEnv: 'local' | 'testing' | 'production'
    }
  }
}
