/** What shows each mutation: a test of PHPUnit that fails with it, or a change that leaves a stale answer or starts no run. */
import fs from 'node:fs';
import path from 'node:path';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import type { Policy } from './world.ts';

export interface TestProof {
	/** `Folder.ClassTest::test_method` below test/php. */
	test: string;
}

export interface ChangeProof {
	policy: Policy;
	kind: string;
	seed: number;
}

export type Proof = TestProof | ChangeProof;

const FILE = path.join( PROJECT, 'test/freshness/mutations.json' );

/** Returns the proofs by the id of their mutation. */
export function readProofs(): Map< string, Proof > {
	return new Map(
		Object.entries(
			JSON.parse( fs.readFileSync( FILE, 'utf8' ) ) as Record<
				string,
				Proof
			>
		)
	);
}

/** @param ids Ids of all mutations, in the order of the file. */
export function writeProofs(
	proofs: ReadonlyMap< string, Proof >,
	ids: readonly string[]
): void {
	const entries = ids.flatMap( ( id ) => {
		const proof = proofs.get( id );
		return proof ? [ [ id, proof ] as const ] : [];
	} );
	fs.writeFileSync(
		FILE,
		`${ JSON.stringify( Object.fromEntries( entries ), null, '\t' ) }\n`
	);
}

/** Returns the file of the class of a test. */
export function fileOfTest( test: string ): string {
	const [ name = '' ] = test.split( '::' );
	return path.join(
		PROJECT,
		'test/php',
		`${ name.replaceAll( '.', '/' ) }.php`
	);
}
