// The 404 page outside of the frame, for everybody.
import NotFound from './NotFound.tsx'

export default function ErrorPage() {
  return (
    <main style={{ minHeight: '100dvh', display: 'grid' }}>
      <NotFound />
    </main>
  )
}
