/**
 * The colour that stands for somebody or something without a picture, as degrees of oklch: one of 24, by the name, so that it stays. Names that
 * differ in one letter are far apart (FNV-1a).
 */
export const hueOf = (name: string): number =>
  (([...name].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0)!, 16_777_619), 9) >>> 0) % 24) * 15
