export function Spotlight(_: { readonly onClose: () => void }) {
  return null
}
