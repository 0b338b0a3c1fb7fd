import type { Provider } from '../../shared/wire.ts';

const NAMES: Record< Provider, string > = {
	'wpe-headless': 'WP Engine',
	vercel: 'Vercel',
	netlify: 'Netlify',
	'cloudflare-workers': 'Cloudflare Workers',
	'cloudflare-pages': 'Cloudflare Pages',
	render: 'Render',
	generic: '',
};

/**
 * Returns what a host is called, which is the same in all languages; its address where it is not known.
 *
 * @param provider Whose webhook it is.
 */
export function hostName( provider: Provider, host: string ): string {
	return NAMES[ provider ] === '' ? host : NAMES[ provider ];
}
