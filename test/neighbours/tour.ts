import type { Site } from './site.ts';

/** A request that only reads. */
export interface Visit {
	target: string;
	isSignedIn: boolean;
}

/** What WordPress offers without the plugin that is tried. */
export interface Offer {
	screens: string[];
	routes: string[];
}

interface Pages {
	nonce: string;
	visits: string[];
	screens: string[];
}

interface RestIndex {
	routes: Record<
		string,
		{
			endpoints: {
				methods: string[];
				args: Record< string, { required?: boolean } > | unknown[];
			}[];
		}
	>;
}

const PUBLIC_PAGES = [
	'/',
	'/hello-world/',
	'/sample-page/',
	'/category/uncategorized/',
	'/author/admin/',
	'/?s=hello',
	'/feed/',
	'/comments/feed/',
	'/wp-sitemap.xml',
	'/robots.txt',
	'/not-there/',
	'/wp-login.php',
	'/wp-json/wp/v2/posts',
	'/wp-json/wp/v2/pages?_embed=1',
	'/wp-admin/admin-ajax.php?action=heartbeat',
];
const SCREENS = [
	'index.php',
	'plugins.php',
	'upload.php',
	'edit-comments.php',
	'profile.php',
	'options-general.php',
	'options-permalink.php',
	'site-health.php',
	'admin.php?page=headless-deploy',
];
const OWN_ROUTE = '/headless-deploy/v1/status';
/** Some plugins have hundreds of routes, of which most are made by the same class. */
const MAX_ROUTES = 40;
const IN_PARALLEL = 2;

/** Lists the links of the menu of wp-admin that lead to the same site. */
async function menuScreens( site: Site ): Promise< string[] > {
	const { body } = await site.request( '/wp-admin/index.php' );
	const from = body.indexOf( 'id="adminmenu"' );
	const menu = body.slice( from, body.indexOf( 'id="wpcontent"', from ) );
	const screens = [ ...menu.matchAll( /\shref=(["'])(.*?)\1/g ) ].map(
		( [ , , href = '' ] ) =>
			new URL(
				href.replaceAll( '&amp;', '&' ).replaceAll( '&#038;', '&' ),
				`${ site.url }/wp-admin/`
			)
	);
	return [
		...new Set(
			screens
				.filter(
					( url ) =>
						url.origin === site.url &&
						url.pathname.startsWith( '/wp-admin/' )
				)
				.map( ( url ) => url.pathname + url.search )
		),
	];
}

/** Lists the routes that can be read without a parameter. */
async function readableRoutes( site: Site ): Promise< string[] > {
	const { body } = await site.request( '/?rest_route=/' );
	let index: RestIndex;
	try {
		index = JSON.parse( body ) as RestIndex;
	} catch {
		// A plugin closed the REST API.
		return [];
	}
	return Object.entries( index.routes ?? {} )
		.filter(
			( [ route, { endpoints } ] ) =>
				! route.includes( '(' ) &&
				endpoints.some(
					( { methods, args } ) =>
						methods.includes( 'GET' ) &&
						Object.values( args ).every(
							( arg ) =>
								( arg as { required?: boolean } ).required !==
								true
						)
				)
		)
		.map( ( [ route ] ) => route );
}

export async function readOffer( site: Site ): Promise< Offer > {
	return {
		screens: await menuScreens( site ),
		routes: await readableRoutes( site ),
	};
}

/** Returns a nonce of the REST API. */
export async function restNonce( site: Site ): Promise< string > {
	return ( await site.command< Pages >( 'pages' ) ).nonce;
}

/**
 * Plans visits of all kinds of pages, of the screens and of the routes of a plugin.
 *
 * @param before What WordPress offered before the plugin was activated.
 */
export async function planTour(
	site: Site,
	before: Offer
): Promise< Visit[] > {
	const pages = await site.command< Pages >( 'pages' );
	const now = await readOffer( site );
	const ownScreens = now.screens.filter(
		( screen ) => ! before.screens.includes( screen )
	);
	const ownRoutes = now.routes
		.filter( ( route ) => ! before.routes.includes( route ) )
		.slice( 0, MAX_ROUTES );
	const isSignedIn = true;
	return [
		...[ ...PUBLIC_PAGES, ...pages.visits ].map( ( target ) => ( {
			target,
			isSignedIn: false,
		} ) ),
		{ target: '/', isSignedIn },
		...[
			...SCREENS.map( ( screen ) => `/wp-admin/${ screen }` ),
			...pages.screens.map( ( screen ) => `/wp-admin/${ screen }` ),
			...ownScreens,
		].map( ( target ) => ( { target, isSignedIn } ) ),
		...[ ...ownRoutes, OWN_ROUTE ].map( ( route ) => ( {
			target: `/?rest_route=${ encodeURIComponent(
				route
			) }&_wpnonce=${ pages.nonce }`,
			isSignedIn,
		} ) ),
	];
}

/**
 * Makes the visits.
 *
 * @return What was answered with an error of the server.
 */
export async function takeTour(
	site: Site,
	visits: readonly Visit[]
): Promise< string[] > {
	const broken: string[] = [];
	const waiting = [ ...visits ];
	const work = async (): Promise< void > => {
		for (
			let visit = waiting.shift();
			visit !== undefined;
			visit = waiting.shift()
		) {
			const { status } = await site.request( visit.target, {
				isSignedIn: visit.isSignedIn,
			} );
			if ( status >= 500 ) {
				const target = visit.target.replace( /&_wpnonce=.*/, '' );
				broken.push( `${ status } ${ target }` );
			}
		}
	};
	await Promise.all( Array.from( { length: IN_PARALLEL }, work ) );
	return broken;
}

/** Runs all events of WP-Cron, twice: one event often schedules the next one. */
export async function runCron( site: Site ): Promise< void > {
	for ( let turn = 0; turn < 2; turn++ ) {
		await site.command( 'make_due' );
		await site.request( '/wp-cron.php?doing_wp_cron', {
			isSignedIn: false,
		} );
	}
}
