// The 404 page for everybody, outside of the frame.
import NotFound from './NotFound.tsx'

export default function ErrorPage() {
  return (
    <main style={{ minHeight: '100dvh', display: 'grid' }}>
      <NotFound />
    </main>
  )
}
