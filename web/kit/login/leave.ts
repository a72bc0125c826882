import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { forgetLogin } from './again.ts'

/** Goes to an address as somebody else, or as nobody any more: the page there is loaded afresh, since everything on it may look different. */
export function useLeave(): (to: string) => void {
  const client = useQueryClient()
  return useCallback(
    (to) => {
      forgetLogin()
      client.clear()
      location.assign(to)
    },
    [client],
  )
}
