// Rows of the publishing to a broker.
import '@flotta/platform/db.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    /** Topics with a retained message. */
    mqtt_topics: { topic: string }
    /** The next place in the feed of incidents. */
    mqtt_progress: { customer_id: number; place: number }
  }
}
