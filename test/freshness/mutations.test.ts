/**
 * A listener or a tag that is taken out is found. HEADLESS_DEPLOY_TEST_MUTATIONS=search finds the changes that show it, and
 * writes them into mutations.json; otherwise the changes of that file are repeated.
 */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { findMutations, MutatedPlugin } from './mutations.ts';
import type { Mutation } from './mutations.ts';
import { withWorld } from './settings.ts';
import { pluginFolder } from './site.ts';
import type { Outcome, Policy, World } from './world.ts';

/** A change that shows a mutation. */
interface Proof {
	policy: Policy;
	kind: string;
	seed: number;
}

/** What a kind of change does without a mutation. */
interface Trace {
	kind: string;
	seed: number;
	hooks: Set< string >;
	/** Numbers of the mutations whose tags were made. */
	tags: Set< number >;
	sent: Set< string >;
	/** Tags of the answers that were altered. */
	altered: [ string, readonly string[] ][];
}

const MEMORY = path.join( PROJECT, 'test/freshness/mutations.json' );
const ROUND = { number: 1, count: 0 };
/** A world that has changed may need another object. */
const SEEDS_TRIED = 2;
const KINDS_TRIED = 3;
/** A search traces one of so many kinds, because each takes as long as a change. Another first round traces others. */
const KINDS_PER_TRACE = 6;
const {
	HEADLESS_DEPLOY_TEST_MUTATIONS: mode = '',
	HEADLESS_DEPLOY_TEST_SEED: firstRound = '1',
} = process.env;
const isSearch = mode === 'search';

const mutations = findMutations();
/** Null for a mutation that no change has shown. */
const memory = JSON.parse( fs.readFileSync( MEMORY, 'utf8' ) ) as Record<
	string,
	Proof | null
>;

function shows( policy: Policy, { comparison, recorded }: Outcome ): boolean {
	return policy === 'refresh'
		? comparison.stale.length > 0
		: comparison.changed.length > 0 && recorded.length === 0;
}

/** Makes the change with several seeds, and returns the one that shows a fault. */
async function findSeed(
	world: World,
	{ policy, kind, seed }: Proof
): Promise< number | null > {
	for ( let tried = 0; tried < SEEDS_TRIED; tried++ ) {
		const outcome = await world.change( seed + tried, kind );
		if ( outcome && shows( policy, outcome ) ) {
			return seed + tried;
		}
	}
	return null;
}

function readProbes( folder: string ): Pick< Trace, 'hooks' | 'tags' > {
	const log = path.join( folder, 'wp-content', 'probe.log' );
	const lines = fs.existsSync( log )
		? fs.readFileSync( log, 'utf8' ).trim().split( '\n' )
		: [];
	fs.rmSync( log, { force: true } );
	const noted = lines.map(
		( line ) => JSON.parse( line ) as { hooks: string[]; tags: number[] }
	);
	return {
		hooks: new Set( noted.flatMap( ( { hooks } ) => hooks ) ),
		tags: new Set( noted.flatMap( ( { tags } ) => tags ) ),
	};
}

/** Makes a change of each kind with probes in the plugin. */
async function traceKinds( world: World, policy: Policy ): Promise< Trace[] > {
	const plugin = new MutatedPlugin( pluginFolder( world.folder ) );
	const probe = path.join( world.folder, 'wp-content/mu-plugins/probe.php' );
	fs.copyFileSync(
		path.join( PROJECT, 'test/freshness/site/probe.php' ),
		probe
	);
	plugin.addProbes( mutations );
	const traces: Trace[] = [];
	const kinds = world.kinds.filter(
		( _kind, index ) =>
			( index + Number( firstRound ) ) % KINDS_PER_TRACE === 0
	);
	for ( const [ index, kind ] of kinds.entries() ) {
		const tags = world.tags();
		readProbes( world.folder );
		const seed = 10_000 + 10 * index;
		const outcome = await world.change( seed, kind );
		if ( outcome && ! shows( policy, outcome ) ) {
			const { comparison, sent } = outcome;
			traces.push( {
				...{ kind, seed },
				...readProbes( world.folder ),
				sent: new Set(
					sent.flatMap( ( { scope, tags: names } ) =>
						scope === 'all' ? [ 'all' ] : names
					)
				),
				altered: comparison.changed.map( ( at ) => [
					at,
					tags.get( at ) ?? [],
				] ),
			} );
		}
	}
	plugin.removeProbes( mutations );
	fs.rmSync( probe );
	return traces;
}

/** Returns the kinds of changes that may show a mutation. */
function candidates(
	mutation: Mutation,
	traces: Trace[],
	before: Map< string, readonly string[] >,
	now: Map< string, readonly string[] >
): Trace[] {
	const number = mutations.indexOf( mutation );
	const isLost = ( at: string, tag: string ): boolean =>
		( before.get( at ) ?? [] ).includes( tag ) &&
		! ( now.get( at ) ?? [] ).includes( tag );
	const dependsOn = ( { sent, altered }: Trace ): boolean =>
		altered.some( ( [ at, tags ] ) => {
			const found = tags.filter( ( tag ) => sent.has( tag ) );
			return (
				found.length > 0 && found.every( ( tag ) => isLost( at, tag ) )
			);
		} );
	const byResponse = traces.filter( dependsOn );
	const byChange = traces.filter(
		( { hooks, tags, altered } ) =>
			altered.length > 0 &&
			( hooks.has( mutation.hook ) || tags.has( number ) )
	);
	// What few kinds do is shown best by those that do little else.
	byChange.sort(
		( one, other ) =>
			one.hooks.size + one.sent.size - other.hooks.size - other.sent.size
	);
	return [
		...byResponse.slice( 0, KINDS_TRIED ),
		...byChange.slice( 0, KINDS_TRIED ),
	];
}

async function search( policy: Policy ): Promise< void > {
	// What has shown nothing in one policy is tried in the other.
	const open = mutations.filter( ( { id } ) => ! memory[ id ] );
	await withWorld( ROUND, policy, async ( world ) => {
		const traces = await traceKinds( world, policy );
		const plugin = new MutatedPlugin( pluginFolder( world.folder ) );
		for ( const mutation of open ) {
			await world.keepAgain();
			const before = world.tags();
			await plugin.with( mutation, async () => {
				await world.keepAgain();
				memory[ mutation.id ] = null;
				for ( const { kind, seed } of candidates(
					mutation,
					traces,
					before,
					world.tags()
				) ) {
					const found = await findSeed( world, {
						policy,
						kind,
						seed,
					} );
					if ( found !== null ) {
						memory[ mutation.id ] = { policy, kind, seed: found };
						break;
					}
				}
			} );
			console.log( mutation.id, JSON.stringify( memory[ mutation.id ] ) );
			fs.writeFileSync(
				MEMORY,
				`${ JSON.stringify( memory, null, '\t' ) }\n`
			);
		}
	} );
}

async function repeat( policy: Policy ): Promise< string[] > {
	const missed: string[] = [];
	await withWorld( ROUND, policy, async ( world ) => {
		const plugin = new MutatedPlugin( pluginFolder( world.folder ) );
		for ( const mutation of mutations ) {
			const proof = memory[ mutation.id ];
			if ( proof?.policy === policy ) {
				await plugin.with( mutation, async () => {
					await world.keepAgain();
					if ( ( await findSeed( world, proof ) ) === null ) {
						missed.push( mutation.id );
					}
				} );
			}
		}
	} );
	return missed;
}

test.each( [ 'refresh', 'rebuild' ] as const )(
	'changes show the mutations with the policy %s',
	async ( policy ) => {
		if ( isSearch ) {
			await search( policy );
		}
		expect( await repeat( policy ) ).toEqual( [] );
	}
);

test( 'each remembered mutation exists', () => {
	const ids = mutations.map( ( { id } ) => id );
	expect(
		Object.keys( memory ).filter( ( id ) => ! ids.includes( id ) )
	).toEqual( [] );
	const shown = ids.filter( ( id ) => memory[ id ] );
	console.log( `${ shown.length } of ${ ids.length } mutations are shown.` );
} );
