import type { Stack } from './stack/stack.ts';

export function readyMessage(
	{
		kit: { wordpress, frontEnd, hosting },
		portalLink,
	}: Pick< Stack, 'kit' | 'portalLink' >,
	isFrontEndReady: boolean
): string {
	const starting = isFrontEndReady ? '' : '  (starting)';
	return `
  WordPress  ${ wordpress.url }/wp-admin/
             user ${ wordpress.adminUser }, password ${ wordpress.adminPassword }
  Front end  ${ frontEnd.url }/${ starting }
  Portal     ${ portalLink }
             (this link works once; later, sign in as user ${ hosting.user }, password ${ hosting.password })

Publish a post: the editor says “Live” after one or two seconds, and the front end shows it.
Press Ctrl-C to stop.
`;
}
