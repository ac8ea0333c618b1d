// Tables of screens as files; the shapes stand in core, for every table of the house asks for them.
export { tablePdf } from '@flotta/core/table-file.ts'
