import { useQuery } from '@tanstack/react-query'
import { call } from '#web/kit/http.ts'
import { useRefusalWords } from '#web/kit/connection/words.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { useLoginCall } from './enter.ts'
import css from './login.module.css'

type Person = { readonly id: string; readonly name: string; readonly country: string | null; readonly role: string }

/** Named people of the demo world; outside of it the server does not know the address and nothing is shown. */
export function DemoPeople({ onIn }: { readonly onIn: () => void }) {
  const text = useTexts('web')
  const login = useLoginCall()
  const wordsOf = useRefusalWords()
  const people = useQuery({
    queryKey: ['demo-people'],
    queryFn: () => call('/auth/demo/people') as Promise<{ readonly people: readonly Person[] }>,
    retry: false,
  })
  if (!people.data || people.data.people.length === 0) return null
  const become = async (person: Person) => {
    if (await login.post('/auth/demo/sign-in', { userId: person.id })) onIn()
  }
  return (
    <Section title={text('login.demoTitle')}>
      <p className={css.lead}>{text('login.demoLead')}</p>
      <ul className={css.people}>
        {people.data.people.map((person) => (
          <li key={person.id}>
            <button type="button" className={css.person} disabled={login.isSending} onClick={() => void become(person)}>
              <Avatar name={person.name} size={36} />
              <span className={css.words}>
                <b>{person.name}</b>
                <span>{person.role}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {login.refusal && <p role="alert">{wordsOf(login.refusal)}</p>}
    </Section>
  )
}
