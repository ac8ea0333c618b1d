// The product's logo: an F whose lower bar looks like a moving vehicle.
export function Brand({ size = 32 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="8" fill="#2e51bb" />
      <path
        d="M10 25V9.5A1.5 1.5 0 0 1 11.5 8H23M10 17h7"
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="22.4" cy="17" r="2.4" fill="#3ddc9b" />
    </svg>
  )
}
