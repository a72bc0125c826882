export const Logo = (props: { readonly size?: number }) => (
  <svg width={props.size ?? 25} height={props.size ?? 25} viewBox="0 0 26 26" aria-hidden="true">
    <rect x="1" y="1" width="24" height="24" rx="5" fill="#f4f5f7" stroke="#ff4d3d" strokeWidth="2" />
    <path fill="#0c0e11" d="M3 3h5v5H3zm10 0h5v5h-5zM8 8h5v5H8zm10 0h5v5h-5zM3 13h5v5H3zm10 0h5v5h-5zM8 18h5v5H8zm10 0h5v5h-5z" />
  </svg>
)
