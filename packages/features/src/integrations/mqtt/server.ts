// Publishes vehicles and incidents to the configured broker.
import { feature } from '@flotta/platform/feature.ts'
import { startPublisher } from './publisher.ts'

export default feature({
  start: {
    worker: async ctx =>
      ctx.config.FLOTTA_MQTT_URL === undefined ? undefined : startPublisher(ctx),
  },
})
