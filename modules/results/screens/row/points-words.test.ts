import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResultRowView, SegmentView } from '../../contract.ts'
import { pointsWords } from './points-words.ts'
import { penaltyText } from './row-words.ts'

type Some = { readonly [Key in keyof ResultRowView]?: ResultRowView[Key] | undefined }
const row = (no: number, more: Some = {}): ResultRowView =>
  ({
    participantId: `p${no}`,
    position: no,
    classPosition: no,
    carClassId: 'GT3',
    status: 'FINISHED',
    lapCount: 20,
    calculatedPoints: 0,
    pointsParts: null,
    pointsAdjustments: 0,
    finalPoints: 0,
    ...more,
  }) as ResultRowView
const scored = (no: number, place: number, more: Some = {}): ResultRowView =>
  row(no, { calculatedPoints: place, finalPoints: place, pointsParts: { place, pole: 0, fastestLap: 0 }, ...more })
const SCORING = { table: [25, 18, 15], minimumDistancePercent: 75, scope: 'OVERALL' as const, gridSize: null, multiplier: 1 }
const segment = (results: readonly ResultRowView[], scoring: Partial<NonNullable<SegmentView['scoring']>> = {}, more: Partial<SegmentView> = {}) =>
  ({
    results: [...results],
    scoring: { ...SCORING, ...scoring },
    carClasses: [{ id: 'GT3', name: 'GT3', color: null }],
    manualSession: false,
    ...more,
  }) as SegmentView
const text = ((key: string, { points, place, percent }: Readonly<Record<string, number>>) =>
  `${points ?? percent} ${key.replace('points.', '')}${place === undefined ? '' : ` P${place}`}`) as never

test('points of a place name it, and by grid size what they were calculated from', () => {
  const forty = Array.from({ length: 40 }, (_, at) => scored(at + 1, 0)).with(1, scored(2, 46))
  const byGrid = segment(forty, { gridSize: { base: 20, multiplier: 0.5 } })
  assert.equal(pointsWords(forty[1]!, byGrid, text), '46 placeNo P2 (18 × 40/20 + 10)')
  const twice = segment(forty.with(1, scored(2, 92)), { gridSize: { base: 20, multiplier: 0.5 }, multiplier: 2 })
  assert.equal(pointsWords(twice.results[1]!, twice, text), '92 placeNo P2 ((18 × 40/20 + 10) × 2)')
  const ten = [scored(1, 13), ...Array.from({ length: 9 }, (_, at) => scored(at + 2, 0))]
  assert.equal(pointsWords(ten[0]!, segment(ten, { gridSize: { base: 20, multiplier: 0.5 } }), text), '13 placeNo P1 (25 × 10/20)')
  const two = [scored(1, 25), scored(2, 18, { pointsParts: { place: 18, pole: 0, fastestLap: 1 }, pointsAdjustments: -3, finalPoints: 16 })]
  assert.equal(pointsWords(two[1]!, segment(two), text), '18 placeNo P2 + 1 fastestLap − 3 adjusted = 16')
})

test('with classes the place is the one that scores, whichever table it stands in', () => {
  const carClasses = ['GT3', 'GT4'].map((id) => ({ id, name: id, color: null }))
  const rows = [scored(1, 25), scored(2, 18, { carClassId: 'GT4', classPosition: 1 })]
  const inOwnTable = { ...rows[1]!, position: 1 }
  assert.equal(pointsWords(inOwnTable, segment(rows, {}, { carClasses }), text), '18 placeNo P2')
  assert.equal(pointsWords(inOwnTable, segment(rows, { scope: 'CLASS' }, { carClasses }), text), '18 inClass P1')
})

test('who came in too far behind for points is told so; where there would have been none anyway nothing is said', () => {
  const rows = [scored(1, 25), row(2, { lapCount: 14 }), row(3, { lapCount: 15 }), row(4, { lapCount: 3 }), row(5, { lapCount: 3, status: 'DNF' })]
  const said = (all: readonly ResultRowView[], more: Partial<SegmentView> = {}) => all.map((one) => pointsWords(one, segment(all, {}, more), text))
  assert.deepEqual(said(rows).slice(1), ['75 tooShort', null, null, null])
  assert.deepEqual(said([scored(1, 25, { lapCount: 0 }), row(2, { lapCount: 0 })], { manualSession: true })[1], null)
})

test('what penalties took is said in seconds and places', () => {
  const said = ((key: string, { signed }: { readonly signed: string }) => `${signed} ${key.replace('detail.signed', '')}`) as never
  const words = (penaltyAdjustments: number, penaltyPlaces: number) => penaltyText({ penaltyAdjustments, penaltyPlaces }, said)
  assert.deepEqual([words(0, 0), words(1500, 0), words(0, 2), words(-500, -1)], ['', '+1.5 Seconds', '−2 Places', '−0.5 Seconds · +1 Places'])
})
