import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Router, useLocation } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { expect, test } from 'vitest';
import {
	NoticeLine,
	useNotice,
} from '../../../src/hosting/components/notice-line.tsx';

function Screen() {
	const showNotice = useNotice();
	const [ , navigate ] = useLocation();
	return (
		<button
			onClick={ () => {
				showNotice( 'App created.' );
				navigate( '/apps' );
			} }
		>
			Create
		</button>
	);
}

test( 'shows a result on the screen that a change leads to, and no longer on the next one', async () => {
	const { hook, navigate } = memoryLocation( { path: '/new' } );
	render(
		<Router hook={ hook }>
			<NoticeLine>
				<Screen />
			</NoticeLine>
		</Router>
	);
	for ( const next of [ '/apps/shop', '/users' ] ) {
		await userEvent.click( screen.getByText( 'Create' ) );
		expect( screen.getAllByText( 'App created.' ) ).not.toEqual( [] );
		act( () => navigate( next ) );
		expect( screen.queryByText( 'App created.' ) ).toBeNull();
	}
} );
