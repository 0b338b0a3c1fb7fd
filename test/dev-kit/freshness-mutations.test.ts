import fs from 'node:fs';
import { expect, test } from 'vitest';
import { findMutations } from '../freshness/mutations.ts';
import { fileOfTest, readProofs } from '../freshness/proofs.ts';

const proofs = readProofs();

test( 'each mutation has a proof, and each proof a mutation', () => {
	const ids = findMutations().map( ( { id } ) => id );
	expect( ids.filter( ( id ) => ! proofs.has( id ) ) ).toEqual( [] );
	expect(
		[ ...proofs.keys() ].filter( ( id ) => ! ids.includes( id ) )
	).toEqual( [] );
} );

test( 'the tests that show mutations exist', () => {
	const names = [ ...proofs.values() ].flatMap( ( proof ) =>
		'test' in proof ? [ proof.test ] : []
	);
	expect( names ).not.toEqual( [] );
	expect(
		names.filter(
			( name ) =>
				! fs
					.readFileSync( fileOfTest( name ), 'utf8' )
					.includes( `function ${ name.split( '::' )[ 1 ] }(` )
		)
	).toEqual( [] );
} );
