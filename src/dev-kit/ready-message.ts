/**
 * What `npm start` prints when everything runs: the addresses and the logins.
 */
import type { Stack } from './stack/stack.ts';

/**
 * Writes the addresses and the logins.
 *
 * @param loop.portalLink A link that signs in once.
 */
export function readyMessage( {
	kit: { wordpress, frontEnd, hosting },
	portalLink,
}: Pick< Stack, 'kit' | 'portalLink' > ): string {
	return `
  WordPress  ${ wordpress.url }/wp-admin/
             user ${ wordpress.adminUser }, password ${ wordpress.adminPassword }
  Front end  ${ frontEnd.url }/
  Portal     ${ portalLink }
             (the link signs you in once; later: user ${ hosting.user }, password ${ hosting.password })

Write a post, publish it, and see it on the front end some seconds later. Ctrl-C ends everything.
`;
}
