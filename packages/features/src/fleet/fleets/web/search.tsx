// A fleet that the search found leads to its card.
import { foundGroup } from '@flotta/ui/search.ts'
import { Fleet } from '../contract.ts'
import classes from './FleetsFilter.module.css'

export default foundGroup({
  group: 'fleets',
  order: 2,
  title: 'fleets.title',
  row: Fleet,
  show: ({ color, code, description }) => ({
    mark: <span className={classes.found} style={{ background: color }} />,
    name: code,
    more: description,
  }),
  href: ({ id }) => `/fleets?f=${id}`,
})
