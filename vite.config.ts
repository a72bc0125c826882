import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { classNames } from './web/build/class-names.ts'
import { partFiles } from './web/build/part-files.ts'
import { lateModules } from './web/build/late-modules.ts'
import { noEndlessQueries } from './web/build/no-endless-queries.ts'
import { noMutations } from './web/build/no-mutations.ts'
import { slimReact } from './web/build/slim-react.ts'
import { slimQueries } from './web/build/slim-queries.ts'
import { packedFiles } from './web/build/packed-files.ts'
import { sizeGate } from './web/build/size-gate.ts'
import { wholeReact } from './web/build/whole-react.ts'
import { refuseZod, slimContracts } from './web/build/slim-contracts.ts'

/**
 * `vite build` makes dist/web for browsers, `vite build --ssr` makes dist/render/render.js for the server.
 * Both see the contracts without their schemas; see web/build/slim-contracts.ts.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    partFiles(),
    react(),
    slimContracts(),
    noEndlessQueries(),
    noMutations(),
    slimQueries(),
    lateModules({ isServer: isSsrBuild === true }),
    // what a test builds to have another release is not weighed: a letter more in it may be the byte over a budget
    ...(isSsrBuild ? [] : [wholeReact(), slimReact(), ...(mode === 'another-release' ? [] : [sizeGate()]), packedFiles()]),
  ],
  css: { modules: { generateScopedName: classNames() } },
  publicDir: isSsrBuild ? false : 'web/public',
  // The server's bundle carries its own React, built for production whatever NODE_ENV the process has.
  ssr: { noExternal: true, target: 'node' },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild ? forServer : forBrowsers,
}))

const BASE = [
  /\/node_modules\/@tanstack\/(?!.*\/(useQueries|queriesObserver)\.)[^/]+\//,
  /\/web\/[^/]+$/,
  /\/web\/(kit|ui\/layout|ui\/action|ui\/mark|ui\/data)\/(?!picture\/|edit\/|lists\/|rows|event-adder|place\/address|strip|carousel|licence-badge|rating-change|change|driver-cell|data-table|provisional|filter-fold|texts\/(files|together)|send\.ts|find-drivers|connection\/(unanswered|command|busy|ask-each)|seats-bar|track-tile)/,
  /\/web\/ui\/shell\/(?!spotlight|found|commands)/,
  /\/modules\/(sessions|entries|results)\/screens\/(event-hero|when|(sessions|results)\.module)/,
  /\/modules\/sessions\/rules\/season\.ts/,
  // but for the contracts of what only admins open, or who opens a row of results
  /^(?!.*\/node_modules\/).*\/(core\/(?!country)[^/]+|modules\/(?!members\/contract\.ts|(bop|mods|matching|pick-lists|corrections|protests|tournaments|rounds|race-log|ranking|manual-results|result-files|hosting)\/)[^/]+\/contract(\/[^/]+)?)\.ts$/,
]
const REACT = /whole:react|\/web\/react\.ts|\/node_modules\/(react|react-dom|scheduler)\//
const MEMBERS = /\/modules\/(members\/screens\/(ban-notice|members\.module)|leagues\/(rules\.ts|screens\/terms\.tsx))/
const LISTS =
  /\/modules\/sessions\/screens\/event-list|\/web\/ui\/(data\/seats-bar|mark\/track-tile)|\/modules\/(results\/screens\/outcome|entries\/screens\/my-place)|\/web\/pages\/events\/days|\/web\/ui\/layout\/rows/
/** What stands on the page of an event before its start, its way in, and what their dialogs say too. */
const COMING =
  /\/web\/pages\/event\/(coming|take-part|entry|rules\/asks-password)\.tsx?|\/modules\/(burdens\/screens\/burdens|entries\/screens\/(team\/(team-rules-line|team\.module)|my-entry|cars\/car-choice|entries\.module|next-action|until|mine\/(entry-state|under-way|told-closing))|bop\/rules\.ts|entries\/rules\/seats\.ts|sessions\/(screens\/segment-name|rules\/(join-conditions|links\/(calendar-link|edit-path)|seat-bars|segment-weather|missing)|screens\/(cars-tab|bop-words|banner\/(segment-cards|class-bars|event-alerts|calendar-links|next-top))))/
/** The next race of who is in one, on every page of theirs: check-in and the way onto its server. */
const NIGHT =
  /\/web\/pages\/night\/|\/modules\/(hosting\/(rules\.ts|screens\/(night\/|access|copy-row|server-panel\.module))|entries\/(rules\/grid\.ts|screens\/(entry-list\.ts|check-in\/))|sessions\/rules\/split-choice\.ts)/
/** What who may drive an event has on its page besides. */
const DRIVING =
  /\/modules\/(hosting\/screens\/(server-panel\.tsx|split-switcher|servers)|entries\/screens\/(mine\/going|split\/(my-split|split\.module)))/
/** Who drove and how it went, in tables: results, profiles, standings. */
const TABLES =
  /\/web\/(ui\/(data\/(data-table|driver-cell)|mark\/(change|licence-badge|rating-change|provisional))|kit\/place\/address-choice)|\/modules\/results\/rules\.ts/
const EDIT = /\/web\/(kit\/edit\/(?!merge)|ui\/form\/form-notes)/
/** Fields, and how they are sent: for pages with forms, and for dialogs when they open. */
const INPUTS =
  /\/web\/ui\/form\/(?!search-(?:select|box)|car-finder|date-time-field|stepper|picture-field|form-notes|conflict-view|leave-dialog|row-drag)|\/web\/ui\/layout\/filter-fold|\/web\/ui\/overlay\/(dialog|confirm-dialog)|\/web\/kit\/(send\.ts|connection\/(unanswered|command))|\/modules\/(sessions\/rules\/(daily|typed)|billing\/rules|accounts\/rules|members\/contract)\.ts|\/core\/country\.ts/
/** What is found by its names: tracks, cars, people, pages. */
const FINDING = /\/core\/search\/finding\.ts|\/games\/facts\/nicknames\.ts/
const isBase = (id: string): boolean => BASE.some((pattern) => pattern.test(id))

/** Those of the entries keep their names, by which they are told from all others. */
const assetFileNames = ({ names }: { readonly names: readonly string[] }): string =>
  names.includes('main.css') ? 'assets/main-[hash:7][extname]' : 'assets/[hash:7][extname]'

const forBrowsers = {
  outDir: 'dist/web',
  manifest: 'manifest.json',
  target: 'es2023',
  // A flag sprite or a font inlined into CSS would be paid for by every page.
  assetsInlineLimit: 1024,
  // every page has loaded the entries: no part has to name them again
  modulePreload: { polyfill: false, resolveDependencies: (_: string, files: string[]) => files.filter((file) => !/\/(react|main)-/.test(file)) },
  reportCompressedSize: false,
  rolldownOptions: {
    // facts and shapes do nothing by being there: what a page does not use of them stays away
    treeshake: { moduleSideEffects: [{ test: /\/modules\/[^/]+\/(rules|contract)(\/|\.ts$)/, sideEffects: false }] },
    input: ['web/react.ts', 'web/main.tsx', 'web/style/fonts.css'],
    plugins: [refuseZod()],
    output: {
      // a page names a hundred of them: what they are stands in the manifest
      chunkFileNames: 'assets/[hash:7].js',
      assetFileNames,
      codeSplitting: {
        groups: [
          // Few, whole chunks, so that a first visit is few requests: React, and what every page needs or the page of an event shares with others.
          { name: 'react', test: REACT },
          // rules a contract checks by are not every page's because of it: these come first, alone
          ...[
            { name: 'members', test: MEMBERS },
            { name: 'inputs', test: INPUTS },
            { name: 'finding', test: FINDING },
            { name: 'coming', test: COMING },
            { name: 'night', test: NIGHT },
            { name: 'driving', test: DRIVING },
            { name: 'tables', test: TABLES },
          ].map((group) => ({ ...group, includeDependenciesRecursively: false })),
          { name: 'base', test: isBase },
          { name: 'lists', test: LISTS },
          // the calls of a season, with those of its drivers' calendars
          { name: 'season-calls', test: /\/modules\/tournaments\/contract(\.ts|\/calendar\.ts)$/ },
          // for pages with forms alone
          { name: 'edit', test: EDIT },
        ],
      },
    },
  },
}

const forServer = {
  outDir: 'dist/render',
  ssr: true,
  target: 'node26',
  minify: false,
  reportCompressedSize: false,
  rolldownOptions: { input: 'web/render.tsx', output: { codeSplitting: false, assetFileNames } },
}
