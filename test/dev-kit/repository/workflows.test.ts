/** A workflow runs code of others with a token of the repository. */
import { describe, expect, it } from 'vitest';
import { read, readYaml, yamlFilesIn } from './repository-files.ts';

interface Step {
	uses?: string;
	with?: Record< string, unknown >;
}

interface Job {
	'timeout-minutes'?: number;
	permissions?: unknown;
	steps: Step[];
}

interface Workflow {
	permissions?: unknown;
	concurrency?: { group?: string };
	jobs: Record< string, Job >;
}

const FILES = yamlFilesIn( '.github/workflows' );

it( 'there are workflows to check', () => {
	expect( FILES.length ).toBeGreaterThan( 0 );
} );

describe.each( FILES )( 'the workflow %s', ( file ) => {
	const workflow = readYaml< Workflow >( file );
	const jobs = Object.entries( workflow.jobs );
	const steps = jobs.flatMap( ( [ , job ] ) => job.steps );

	it( 'the workflow uses actions by the hash of a commit, with the tag in a comment', () => {
		const lines = read( file ).match( /^.*\buses:.*$/gm ) ?? [];
		expect( lines.length ).toBe(
			steps.filter( ( { uses } ) => uses !== undefined ).length
		);
		expect(
			lines.filter(
				( line ) =>
					! /uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(
						line
					)
			)
		).toEqual( [] );
	} );

	it( 'the workflow uses one commit of each action', () => {
		const used = [
			...new Set( steps.flatMap( ( { uses } ) => uses ?? [] ) ),
		];
		const names = used.map( ( action ) => action.split( '@' )[ 0 ] );
		expect( names ).toEqual( [ ...new Set( names ) ] );
	} );

	it( 'the workflow may only read the code, unless a job says what it writes', () => {
		expect( workflow.permissions ).toEqual( { contents: 'read' } );
		expect(
			jobs
				.filter( ( [ , { permissions } ] ) =>
					/write-all|read-all/.test( String( permissions ) )
				)
				.map( ( [ name ] ) => name )
		).toEqual( [] );
	} );

	it( 'the workflow leaves no token in the checked out repository', () => {
		const checkouts = steps.filter( ( { uses } ) =>
			uses?.startsWith( 'actions/checkout@' )
		);
		expect( checkouts.length ).toBeGreaterThan( 0 );
		expect(
			checkouts.filter(
				( step ) => step.with?.[ 'persist-credentials' ] !== false
			)
		).toEqual( [] );
	} );

	it( 'the workflow has a concurrency group of its own, by branch and event', () => {
		const group = workflow.concurrency?.group ?? '';
		for ( const part of [ 'workflow', 'event_name', 'ref' ] ) {
			expect( group ).toContain( `github.${ part } }}` );
		}
	} );

	it( 'the workflow ends each job after a time', () => {
		expect(
			jobs
				.filter( ( [ , job ] ) => ! job[ 'timeout-minutes' ] )
				.map( ( [ name ] ) => name )
		).toEqual( [] );
	} );
} );
