/**
 * Makes random changes in a random world, and compares each answer that a front end keeps with what WordPress answers. An
 * answer that differs and lives on is stale.
 */
import { findPort } from '../../src/dev-kit/ports.ts';
import type { RefreshData } from '../../src/front-end/payload.ts';
import type { Database } from '../concurrency/database.ts';
import { REFRESH_PATH, SECRET } from '../concurrency/front-end.ts';
import { makeKeptAnswers } from './kept-answers.ts';
import type { Comparison, KeptAnswers } from './kept-answers.ts';
import { startSite } from './site.ts';
import type { Answer, Plan, Site } from './site.ts';

const FIRST_PORT = 46_000;
const PORTS_OF_A_RUN = 20;

/** A save without a difference changes these answers, and starts no run. */
const BY_MODIFIED = 'orderby=modified';

/** What the environment of the world does after a change. */
export type Policy = 'refresh' | 'rebuild';

export interface WorldSettings {
	php: string;
	/** Folder of an assembled WordPress. */
	wordpress: string;
	/** Null for SQLite. */
	database: Database | null;
	/** The program WP-CLI; empty for none. */
	wpCli: string;
	policy: Policy;
	/** Decides the permalinks of the world. */
	number: number;
}

/** What a change did. */
export interface Outcome {
	plan: Plan;
	/** Whether WordPress made the change. */
	isAccepted: boolean;
	comparison: Comparison;
	/** What WordPress sent. */
	sent: Pick< RefreshData, 'scope' | 'tags' >[];
	/** The changes that WordPress recorded. */
	recorded: string[];
}

export interface World {
	/** Kinds of changes. */
	kinds: string[];
	/** Paths of the kept answers that live shortly. */
	shortLived: () => string[];
	/** Number of kept answers. */
	size: number;
	/**
	 * Makes a change, sends the refresh and compares. Returns null when the world has no object for the change.
	 *
	 * @param seed Decides the kind of the change, and its objects.
	 * @param only The kind of the change; empty for any.
	 */
	change: ( seed: number, only?: string ) => Promise< Outcome | null >;
	/** Keeps all answers again, for example because the plugin writes other tags. */
	keepAgain: () => Promise< void >;
	/** The tags of the kept answers, by path. */
	tags: () => Map< string, readonly string[] >;
	/** Folder of the WordPress. */
	folder: string;
	stop: () => Promise< void >;
}

/** Sources of which each change is refreshed, whatever the policy says. */
const NOTHING_ELSE = Object.fromEntries(
	[
		'content',
		'terms',
		'files',
		'authors',
		'menus',
		'templates',
		'styles',
		'options',
		'theme',
		'acf',
	].map( ( source ) => [ source, 'none' ] )
);

async function connect(
	site: Site,
	frontEndUrl: string,
	policy: Policy
): Promise< void > {
	const refresh = {
		refreshUrl: frontEndUrl + REFRESH_PATH,
		refreshSecret: SECRET,
		automation: {
			refreshQuietPeriodSeconds: 0,
			refreshMaximumWaitSeconds: 3600,
			policy: NOTHING_ELSE,
		},
	};
	await site.rest( 'POST', 'headless-deploy/v1/settings/environments', {
		label: 'Production',
		webhookUrl: `${ frontEndUrl }/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=dGhpcy1pcy1hLXRlc3QtdG9rZW4=`,
		...( policy === 'refresh' ? refresh : {} ),
	} );
}

export async function startWorld( settings: WorldSettings ): Promise< World > {
	const { policy, number } = settings;
	const port = await findPort(
		FIRST_PORT + ( ( process.pid + number ) % 40 ) * PORTS_OF_A_RUN,
		[]
	);
	const frontEndPort = await findPort( port + 1, [ port ] );
	const site = await startSite( { ...settings, port, frontEndPort } );
	const built = await site.step< {
		paths: string[];
		/** Answers that show each object. */
		whole: string[];
		kinds: string[];
	} >( { do: 'build', number } );
	const { kinds } = built;
	const paths =
		policy === 'refresh'
			? built.paths
			: [
					...built.paths.filter(
						( path ) => ! path.includes( BY_MODIFIED )
					),
					...built.whole,
				];
	const front: KeptAnswers = makeKeptAnswers(
		site.url,
		policy === 'refresh'
	);
	await front.listen( frontEndPort );
	await connect( site, `http://127.0.0.1:${ frontEndPort }`, policy );

	const read = () =>
		site.step< Record< string, Answer > >( { do: 'read', paths } );
	await front.compare( await read() );
	let newest = 0;

	return {
		kinds,
		size: paths.length,
		folder: site.folder,
		tags: front.tags,
		async keepAgain() {
			front.forget();
			await front.compare( await read() );
		},
		shortLived: front.shortLived,
		async change( seed, only = '' ) {
			const { plan, nonce } = await site.step< {
				plan: Plan | null;
				nonce: string;
			} >( { do: 'plan', seed, only } );
			if ( plan === null ) {
				return null;
			}
			const isAccepted = await site.change( plan, nonce );
			const recorded = await site.step< {
				newest: number;
				recorded: string[];
			} >( {
				do: policy === 'refresh' ? 'send' : 'recorded',
				after: newest,
			} );
			newest = recorded.newest;
			const sent = front.received.map( ( { scope, tags } ) => ( {
				scope,
				tags,
			} ) );
			const comparison = await front.compare( await read() );
			return {
				plan,
				isAccepted,
				comparison,
				sent,
				recorded: recorded.recorded,
			};
		},
		async stop() {
			await site.stop();
			await front.stop();
		},
	};
}
