import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from '@wordpress/element';
import { expect, test } from 'vitest';
import { NoticeLine, useNotice } from '../../src/ui/notice-line.tsx';

function Screen( { go }: { go: ( address: string ) => void } ) {
	const showNotice = useNotice();
	return (
		<button
			onClick={ () => {
				showNotice( 'App created.' );
				go( '/apps' );
			} }
		>
			Create
		</button>
	);
}

let go: ( address: string ) => void;

function Site() {
	const [ address, setAddress ] = useState( '/new' );
	go = setAddress;
	return (
		<NoticeLine address={ address }>
			<Screen go={ go } />
		</NoticeLine>
	);
}

test( 'shows a result on the screen that a change leads to, and no longer on the next one', async () => {
	render( <Site /> );
	for ( const next of [ '/apps/shop', '/users' ] ) {
		await userEvent.click( screen.getByText( 'Create' ) );
		expect( screen.getAllByText( 'App created.' ) ).not.toEqual( [] );
		act( () => go( next ) );
		expect( screen.queryByText( 'App created.' ) ).toBeNull();
	}
} );
