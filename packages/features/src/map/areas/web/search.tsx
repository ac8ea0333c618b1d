// The hit of a hub in the search opens its card.
import { foundGroup } from '@flotta/ui/search.ts'
import { Area } from '../contract.ts'
import classes from './areas.module.css'

export default foundGroup({
  group: 'hubs',
  order: 1,
  title: 'areas.title.hub',
  row: Area.pick({ id: true, color: true, code: true, name: true }),
  show: ({ color, code, name }) => ({
    mark: <span className={classes.mark} style={{ background: color }} />,
    name: code,
    more: name === code ? null : name,
  }),
  href: ({ id }) => `/hubs?h=${id}`,
})
