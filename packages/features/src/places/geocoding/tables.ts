// The table of the geocoding provider's answers.
declare module '@flotta/platform/db.ts' {
  interface Tables {
    geocoded: {
      provider: string
      language: string
      latitude_e3: number
      longitude_e3: number
      short: string
      asked_at: Date
    }
  }
}

export {}
