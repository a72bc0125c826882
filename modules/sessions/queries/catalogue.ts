import type { Game } from '#games/game.ts'
import type { CatalogueReply } from '../contract.ts'

/** A game's tables as pages get them; cars and tracks only when all is wanted. */
export const catalogueOf = (game: Game, part: 'all' | 'options'): CatalogueReply => ({
  game: game.id,
  name: game.name,
  shortName: game.shortName,
  options: [...game.options],
  segmentOptions: [...game.segmentOptions],
  segmentRules: { ...game.segmentRules, order: [...game.segmentRules.order], required: [...game.segmentRules.required] },
  bop: game.bop && { ballastKg: game.bop.ballastKg, restrictor: game.bop.restrictor },
  ...(part === 'all' ? contentOf(game) : { cars: [], classes: [], tracks: [] }),
})

const contentOf = ({ catalogue }: Game): Pick<CatalogueReply, 'cars' | 'classes' | 'tracks'> => ({
  cars: catalogue.cars.map((car) => ({
    id: car.id,
    name: car.name,
    classId: car.classId,
    manufacturer: car.manufacturer ?? null,
    year: car.year ?? null,
    dlc: car.dlc ?? null,
    skins: [...(car.skins ?? [])],
  })),
  classes: [...catalogue.classes],
  tracks: catalogue.tracks.map((track) => ({
    id: track.id,
    name: track.name,
    country: track.country ?? null,
    lengthM: track.lengthM ?? null,
    maxGrid: track.maxGrid ?? null,
    dlc: track.dlc ?? null,
    layouts: track.layouts.map(({ id, name, lengthM, maxGrid }) => ({ id, name, lengthM: lengthM ?? null, maxGrid: maxGrid ?? null })),
  })),
})
