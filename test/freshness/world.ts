/**
 * Makes random changes in a random world, and compares each answer that a front end keeps with what WordPress answers. An
 * answer that differs and lives on is stale.
 */
import { findPort } from '../../src/dev-kit/ports.ts';
import type { Database } from '../concurrency/database.ts';
import { addFigures } from './figures.ts';
import type { Fault, KindFigures } from './figures.ts';
import { REFRESH_PATH, SECRET } from '../concurrency/front-end.ts';
import { makeKeptAnswers } from './kept-answers.ts';
import type { Comparison, KeptAnswers } from './kept-answers.ts';
import { startSite } from './site.ts';
import type { Answer, Plan, Site } from './site.ts';

const FIRST_PORT = 9_600;

export interface WorldSettings {
	php: string;
	/** Folder of an assembled WordPress. */
	wordpress: string;
	/** Null for SQLite. */
	database: Database | null;
}

export interface World {
	/** Number of kept answers. */
	size: number;
	/** Number of answers that live shortly. */
	shortLived: () => number;
	figures: Map< string, KindFigures >;
	faults: Fault[];
	/**
	 * Makes a change, sends the refresh and compares.
	 *
	 * @param seed Decides the kind of the change, and its objects.
	 * @param only The kind of the change; empty for any.
	 */
	change: ( seed: number, only?: string ) => Promise< void >;
	stop: () => Promise< void >;
}

async function connect( site: Site, frontEndUrl: string ): Promise< void > {
	await site.rest( 'POST', 'headless-deploy/v1/settings/environments', {
		label: 'Production',
		webhookUrl: `${ frontEndUrl }/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=dGhpcy1pcy1hLXRlc3QtdG9rZW4=`,
		refreshUrl: frontEndUrl + REFRESH_PATH,
		refreshSecret: SECRET,
		automation: {
			refreshQuietPeriodSeconds: 0,
			refreshMaximumWaitSeconds: 3600,
			policy: { content: 'refresh', terms: 'refresh' },
		},
	} );
}

export async function startWorld( settings: WorldSettings ): Promise< World > {
	const port = await findPort( FIRST_PORT + ( process.pid % 300 ), [] );
	const frontEndPort = await findPort( port + 1, [ port ] );
	const site = await startSite( { ...settings, port, frontEndPort } );
	const { paths } = await site.step< { paths: string[] } >( {
		do: 'build',
	} );
	const front: KeptAnswers = makeKeptAnswers( site.url );
	await front.listen( frontEndPort );
	await connect( site, `http://127.0.0.1:${ frontEndPort }` );

	const read = () =>
		site.step< Record< string, Answer > >( { do: 'read', paths } );
	await front.compare( await read() );
	const figures = new Map< string, KindFigures >();
	const faults: Fault[] = [];

	const count = (
		{ kind, way, seed }: Plan,
		{ stale, renewed, needless, changed }: Comparison,
		sent: Fault[ 'sent' ]
	): void => {
		const one = {
			changes: 1,
			changed: changed.length,
			renewed: renewed.length,
			needless: needless.length,
			stale: stale.length,
		};
		addFigures( figures, [ [ kind, one ] ] );
		faults.push(
			...stale.map( ( answer ) => ( { seed, kind, way, answer, sent } ) )
		);
	};

	return {
		size: paths.length,
		shortLived: front.shortLived,
		figures,
		faults,
		async change( seed, only = '' ) {
			const { plan, nonce } = await site.step< {
				plan: Plan | null;
				nonce: string;
			} >( { do: 'plan', seed, only } );
			if ( plan === null ) {
				return;
			}
			await site.change( plan, nonce );
			await site.step( { do: 'send' } );
			const sent = front.received.map( ( { scope, tags } ) => ( {
				scope,
				tags,
			} ) );
			count( plan, await front.compare( await read() ), sent );
		},
		async stop() {
			await site.stop();
			await front.stop();
		},
	};
}
