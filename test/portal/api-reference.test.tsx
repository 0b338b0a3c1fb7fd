import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import ApiReference from '../../src/portal/api-reference.tsx';

const NOTHING = /No operations defined/;

const DOCUMENT = {
	openapi: '3.1.0',
	info: { title: 'Hosting', version: '1' },
	paths: {
		'/v1/regions': {
			get: {
				tags: [ 'Regions' ],
				summary: 'Lists the regions.',
				responses: { 200: { description: 'The regions.' } },
			},
		},
	},
};

function showPage( answer: Promise< Response > ) {
	vi.stubGlobal( 'fetch', () => answer );
	vi.stubGlobal( 'matchMedia', () => new EventTarget() );
	onTestFinished( () => void vi.unstubAllGlobals() );
	return render( <ApiReference /> );
}

test( 'says that the API page loads until the document has arrived', async () => {
	const answer = Promise.withResolvers< Response >();
	showPage( answer.promise );
	expect( await screen.findByText( 'Loading…' ) ).toBeTruthy();
	expect( screen.queryByText( NOTHING ) ).toBeNull();
	answer.resolve( Response.json( DOCUMENT ) );
	expect( await screen.findByText( 'Lists the regions.' ) ).toBeTruthy();
	expect( screen.queryByText( 'Loading…' ) ).toBeNull();
} );

test( 'says why the API page has no document', async () => {
	showPage( Promise.resolve( new Response( '', { status: 503 } ) ) );
	expect( await screen.findByText( /response status is 503/ ) ).toBeTruthy();
	expect( screen.queryByText( NOTHING ) ).toBeNull();
} );
