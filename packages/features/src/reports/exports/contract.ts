// The export of tables as files. The shapes are in core, because every table of the product uses them.
export { tablePdf } from '@flotta/core/table-file.ts'
