import type { Game } from '#games/game.ts'
import { outlineUrl } from '#games/outlines/outlines.ts'
import type { CatalogueReply } from '../contract.ts'

/** A game's tables as pages get them: cars and tracks where an event is planned, liveries, which are more than all else, where all is wanted. */
export const catalogueOf = (game: Game, part: 'all' | 'plan' | 'options'): CatalogueReply => ({
  game: game.id,
  name: game.name,
  shortName: game.shortName,
  options: [...game.options],
  segmentOptions: [...game.segmentOptions],
  segmentRules: { ...game.segmentRules, order: [...game.segmentRules.order], required: [...game.segmentRules.required] },
  bop: game.bop && { ballastkg: game.bop.ballastKg, restrictor: game.bop.restrictor },
  ...(part === 'options' ? { cars: [], classes: [], tracks: [] } : contentOf(game, part === 'all')),
})

const contentOf = ({ id: game, catalogue }: Game, withSkins: boolean): Pick<CatalogueReply, 'cars' | 'classes' | 'tracks'> => ({
  cars: catalogue.cars.map((car) => ({
    id: car.id,
    name: car.name,
    classId: car.classId,
    manufacturer: car.manufacturer ?? null,
    year: car.year ?? null,
    dlc: car.dlc ?? null,
    skins: withSkins ? [...(car.skins ?? [])] : [],
  })),
  classes: [...catalogue.classes],
  tracks: catalogue.tracks.map((track) => ({
    id: track.id,
    name: track.name,
    country: track.country ?? null,
    lengthM: track.lengthM ?? null,
    maxGrid: track.maxGrid ?? null,
    dlc: track.dlc ?? null,
    outline: outlineUrl(game, track.id, null),
    layouts: track.layouts.map(({ id, name, lengthM, maxGrid, unhosted }) => ({
      id,
      name,
      lengthM: lengthM ?? null,
      maxGrid: maxGrid ?? null,
      unhosted: unhosted === true,
      outline: outlineUrl(game, track.id, id),
    })),
  })),
})
