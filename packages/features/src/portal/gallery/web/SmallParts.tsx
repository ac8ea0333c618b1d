// Small components: periods, ages, pages, values, and a list that is empty, loading or failed.
import { ApiError } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { ErrorBoundary } from '@flotta/ui/ErrorBoundary.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { RangePicker } from '@flotta/ui/RangePicker.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { DAY, type Range } from '@flotta/ui/range.ts'
import { Severity } from '@flotta/ui/Severity.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Stack } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { useState } from 'react'
import { ExampleItem, ExampleSection } from './ExampleSection.tsx'

export function SmallParts() {
  const [openedAt] = useState(now)
  return (
    <>
      <RangeExamples openedAt={openedAt} />
      <RelativeTimeExamples openedAt={openedAt} />
      <PaginationExamples />
      <ValueExamples openedAt={openedAt} />
      <EmptyExamples />
    </>
  )
}

function RangeExamples({ openedAt }: { readonly openedAt: number }) {
  return (
    <ExampleSection
      title="Range picker"
      says="From one year ago until now; longer than its days it ends at start + days."
    >
      <Period name="Five days (default)" days={1} />
      <Period name="31 days" days={7} maxDays={31} />
      <ExampleItem name="Not to be changed">
        <RangePicker
          value={{ from: openedAt - DAY, to: openedAt }}
          onChange={() => undefined}
          disabled
        />
      </ExampleItem>
    </ExampleSection>
  )
}

function RelativeTimeExamples({ openedAt }: { readonly openedAt: number }) {
  return (
    <ExampleSection title="Relative time" says="Counted again every five seconds, or every sixty.">
      {[0, 8, 45, 130, 3 * 3_600, 26 * 3_600, 70 * 86_400, -600].map(ago => (
        <ExampleItem key={ago} name={`${ago} s ago`}>
          <RelativeTime at={openedAt - ago * 1_000} />
        </ExampleItem>
      ))}
      <ExampleItem name="Every 60 s">
        <RelativeTime at={openedAt} every={60} />
      </ExampleItem>
    </ExampleSection>
  )
}

function PaginationExamples() {
  return (
    <ExampleSection
      title="Pagination"
      says="Two pages before and after, the first and the last; nothing with one page."
    >
      {[1, 2, 7, 20].map(pages => (
        <Pages key={pages} pages={pages} />
      ))}
    </ExampleSection>
  )
}

function ValueExamples({ openedAt }: { readonly openedAt: number }) {
  return (
    <ExampleSection title="Values">
      <ExampleItem name="Fresh">
        <Stat label="Speed" value={84} unit="km/h" at={openedAt} interval={60} />
      </ExampleItem>
      <ExampleItem name="Old">
        <Stat
          label="Temperature"
          value={-18.42}
          unit="°C"
          decimals={1}
          at={openedAt - 600_000}
          interval={60}
        />
      </ExampleItem>
      <ExampleItem name="Never known">
        <Stat label="Fuel" value={null} why="The vehicle has no sensor" />
      </ExampleItem>
      <ExampleItem name="Money">
        <Stat label="Cost" value={1234.5} unit="€" decimals={2} />
      </ExampleItem>
      <ExampleItem name="Severity">
        <Stack gap={4}>
          <Severity level={0} withWord />
          <Severity level={1} withWord />
          <Severity level={2} withWord />
        </Stack>
      </ExampleItem>
      <ExampleItem name="Connection">
        <Stack gap={4}>
          <StatusDot status={0} withWord />
          <StatusDot status={1} withWord />
          <StatusDot status={2} withWord />
        </Stack>
      </ExampleItem>
    </ExampleSection>
  )
}

function EmptyExamples() {
  return (
    <ExampleSection title="Nothing, not yet, not at all">
      <ExampleItem name="Empty">
        <Empty
          icon={IconTruck}
          title="No vehicles"
          text="When the provider mounts a tracker, its vehicle stands here."
        />
      </ExampleItem>
      <ExampleItem name="Empty, with a way on">
        <Empty
          title="No fleets"
          text="Create the first one."
          action={<Button variant="default">New fleet</Button>}
        />
      </ExampleItem>
      <ExampleItem name="Loading">
        <SkeletonRows rows={4} />
      </ExampleItem>
      <ExampleItem name="Failed">
        <LoadError
          error={
            new ApiError(503, 'unavailable', 'The service is starting: try again in a moment.')
          }
          onRetry={() => toast.info('Tried again')}
        />
      </ExampleItem>
      <ExampleItem name="Failed, without a way on">
        <LoadError error={new Error('x')} />
      </ExampleItem>
      <ExampleItem name="A part that breaks">
        <ErrorBoundary>
          <FailingPart />
        </ErrorBoundary>
      </ExampleItem>
    </ExampleSection>
  )
}

function Period({
  name,
  days,
  maxDays,
}: {
  readonly name: string
  readonly days: number
  readonly maxDays?: number
}) {
  const [range, setRange] = useState<Range>(() => ({ from: now() - days * DAY, to: now() }))
  return (
    <ExampleItem name={name}>
      <RangePicker value={range} onChange={setRange} {...(maxDays !== undefined && { maxDays })} />
    </ExampleItem>
  )
}
function Pages({ pages }: { readonly pages: number }) {
  const [page, setPage] = useState(Math.ceil(pages / 2))
  return (
    <ExampleItem name={`${pages} pages`} wide={pages > 10}>
      <Pagination page={page} pages={pages} onChange={setPage} />
    </ExampleItem>
  )
}
function FailingPart() {
  const [broken, setBroken] = useState(false)
  if (broken) throw new Error('broken on purpose')
  return (
    <Button variant="default" onClick={() => setBroken(true)}>
      Break it
    </Button>
  )
}
