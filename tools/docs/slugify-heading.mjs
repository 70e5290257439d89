/**
 * The anchor of a heading, as code hosts compute it: one link works in the repository and on the site.
 *
 * @param {string} heading
 */
export function slugifyHeading(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
