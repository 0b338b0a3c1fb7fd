/**
 * Says whose webhook a pasted URL is, by its looks alone. Whether it may be called is the server's matter, which reads
 * it the same way. Golden cases: test/contract/provider-urls.json.
 */
import type { ProviderId } from './wire.ts';

export interface RecognisedHook {
	provider: ProviderId;
	/** With its port where one was given. */
	host: string;
	/** What the host calls the site, where that is no secret. */
	app: string;
}

interface HookHost {
	provider: ProviderId;
	host: string;
	path: RegExp;
	key?: string;
	/** Whether another provider has the same host, so that the path decides. */
	sharesHost?: boolean;
}

const ADDRESS =
	/^https?:\/\/([a-z0-9._:-]+)(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i;
const WRITABLE = /^[\x21-\x7e]+$/;
const UNSAFE = /["<>\\]/;
const LONGEST_CHARACTERS = 2048;
const SECRET = '[A-Za-z0-9_-]{8,256}';

/** Addresses of pages that people may copy instead. */
const PORTALS: readonly string[] = [
	'my.wpengine.com',
	'vercel.com',
	'www.vercel.com',
	'app.netlify.com',
	'dash.cloudflare.com',
	'dashboard.render.com',
	'wpengine.com',
	'www.wpengine.com',
	'js.wpengineapi.com',
];

/** Pages of the portal that the reference API serves, at whatever host. */
const PORTAL_PATH =
	/^\/portal(?:\/(?:accounts|users|installs|requests|faults|api)(?:\/.*)?)?\/?$/;

const HOSTS: readonly HookHost[] = [
	{
		provider: 'vercel',
		host: 'api.vercel.com',
		path: new RegExp(
			`^/v1/integrations/deploy/(?:(prj_[A-Za-z0-9]{4,64})/)?${ SECRET }/?$`
		),
	},
	{
		provider: 'netlify',
		host: 'api.netlify.com',
		path: new RegExp( `^/build_hooks/()${ SECRET }/?$` ),
	},
	{
		provider: 'cloudflare-workers',
		host: 'api.cloudflare.com',
		sharesHost: true,
		path: new RegExp(
			`^/client/v4/workers/builds/deploy_hooks/()${ SECRET }/?$`
		),
	},
	{
		provider: 'cloudflare-pages',
		host: 'api.cloudflare.com',
		path: new RegExp(
			`^/client/v4/pages/webhooks/deploy_hooks/()${ SECRET }/?$`
		),
	},
	{
		provider: 'render',
		host: 'api.render.com',
		path: /^\/deploy\/(srv-[A-Za-z0-9]{4,64})\/?$/,
		key: 'key',
	},
];

/**
 * Tells whether a query holds a parameter exactly once.
 *
 * @param query Behind the question mark.
 * @param name  The parameter; undefined for none.
 */
function hasKey( query: string, name: string | undefined ): boolean {
	return (
		name === undefined ||
		query.split( '&' ).filter( ( pair ) => pair.startsWith( `${ name }=` ) )
			.length === 1
	);
}

function isPlainAddress( host: string, path: string, query: string ): boolean {
	return (
		! PORTALS.includes( host.replace( /:\d+$/, '' ) ) &&
		path !== '' &&
		! PORTAL_PATH.test( path ) &&
		! ( path === '/' && query === '' ) &&
		! /\/wh\/v1\/|%2fwh%2fv1%2f/i.test( `${ path }?${ query }` )
	);
}

/**
 * Recognises a URL of any host but WP Engine's.
 *
 * @return Null for what is no such URL.
 */
export function recogniseHook( pasted: string ): RecognisedHook | null {
	const text = pasted.trim();
	const isSound =
		text.length <= LONGEST_CHARACTERS &&
		WRITABLE.test( text ) &&
		! UNSAFE.test( text ) &&
		! /%e2%80%a2/i.test( text );
	const parts = isSound ? ADDRESS.exec( text ) : null;
	if ( parts === null ) {
		return null;
	}
	const [ , authority = '', path = '', query = '' ] = parts;
	const host = authority.toLowerCase();
	const bare = host.replace( /:\d+$/, '' );
	const known = HOSTS.find(
		( one ) =>
			( one.host === bare &&
				( one.sharesHost !== true || one.path.test( path ) ) ) ||
			( isLocal( bare ) && one.path.test( path ) )
	);
	if ( known !== undefined ) {
		const found = known.path.exec( path );
		return found !== null && hasKey( query, known.key )
			? { provider: known.provider, host, app: found[ 1 ] ?? '' }
			: null;
	}
	return isPlainAddress( host, path, query )
		? { provider: 'generic', host, app: '' }
		: null;
}

function isLocal( host: string ): boolean {
	return (
		host === '127.0.0.1' || host === 'localhost' || ! host.includes( '.' )
	);
}
