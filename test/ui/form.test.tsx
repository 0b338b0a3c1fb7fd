import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { SelectField, TextField } from '../../src/ui/fields.tsx';
import { FormDialog } from '../../src/ui/form-dialog.tsx';
import { Form } from '../../src/ui/form.tsx';
import type { Fields } from '../../src/ui/use-form.ts';
import { PlatformError } from '../../src/platform-client/platform-error.ts';
import { FakeHost, showOnHost } from '../hosting/hosting-page.tsx';

const VALUES = { name: '', region: 'regions/UK' };

type Values = typeof VALUES;

interface Saved {
	name?: string;
}

const save = vi.fn< ( values: Values ) => Promise< Saved > >();
const onDone = vi.fn();
const onClose = vi.fn();

beforeEach( () => {
	vi.clearAllMocks();
	save.mockResolvedValue( { name: 'shop' } );
} );

const OPTIONS = {
	title: 'New app',
	values: VALUES,
	submit: save,
	verb: 'Create app',
	done: 'App created.',
	onDone,
	children: ( { field }: Fields< Values > ) => (
		<>
			<TextField
				{ ...field( 'name' ) }
				label="Name"
				hint="Part of the URL."
			/>
			<SelectField
				{ ...field( 'region' ) }
				label="Region"
				options={ [ 'regions/UK', 'regions/EU-W' ] }
			/>
		</>
	),
};

const KINDS = [
	[ 'Form', () => <Form { ...OPTIONS } /> ],
	[ 'FormDialog', () => <FormDialog { ...OPTIONS } onClose={ onClose } /> ],
] as const;

function nameField(): HTMLInputElement {
	return screen.getByRole( 'textbox', { name: 'Name' } );
}

function submitButton() {
	return screen.getByRole( 'button', { name: 'Create app' } );
}

function submitButtons() {
	return screen.queryAllByRole( 'button', { name: 'Create app' } );
}

describe.each( KINDS )( '%s', ( _kind, element ) => {
	const show = () => showOnHost( element(), new FakeHost() ).user;

	test( 'says what was done when the host reports the change before it answers', async () => {
		let answer: ( saved: Saved ) => void = () => {};
		save.mockReturnValue(
			new Promise( ( resolve ) => {
				answer = resolve;
			} )
		);
		const { go, user } = showOnHost(
			<Route path="/">{ element() }</Route>,
			new FakeHost()
		);
		await user.type( nameField(), 'shop' );
		await user.click( submitButton() );
		act( () => go( '/elsewhere' ) );
		expect( submitButtons() ).toHaveLength( 0 );
		answer( { name: 'shop' } );
		await screen.findByText( 'App created.', { selector: 'div' } );
	} );

	test( 'sends the values, says what was done and passes the answer on', async () => {
		const user = show();
		await user.type( nameField(), 'shop' );
		await user.selectOptions(
			screen.getByLabelText( 'Region' ),
			'regions/EU-W'
		);
		await user.click( submitButton() );
		await screen.findByText( 'App created.', { selector: 'div' } );
		const values = { name: 'shop', region: 'regions/EU-W' };
		expect( save.mock.calls ).toEqual( [ [ values ] ] );
		expect( onDone.mock.calls ).toEqual( [ [ { name: 'shop' }, values ] ] );
	} );

	test( 'shows an error about a field at the field, which takes the focus, and keeps the values', async () => {
		save.mockRejectedValue(
			new PlatformError( 'This name is taken.', 409, 'name' )
		);
		const user = show();
		await user.type( nameField(), 'shop' );
		await user.click( submitButton() );
		const error = await screen.findByText( 'This name is taken.' );
		expect( nameField().getAttribute( 'aria-describedby' ) ).toBe(
			error.id
		);
		expect( nameField().ariaInvalid ).toBe( 'true' );
		expect( nameField().matches( ':focus' ) ).toBe( true );
		expect( nameField().value ).toBe( 'shop' );
		expect( screen.queryByText( 'Part of the URL.' ) ).toBeNull();
		expect( onDone ).not.toHaveBeenCalled();
		expect( onClose ).not.toHaveBeenCalled();
	} );

	test( 'focuses the field again when the next attempt fails as well', async () => {
		save.mockImplementation( async () => {
			throw new PlatformError( 'This name is taken.', 409, 'name' );
		} );
		const user = show();
		await user.click( submitButton() );
		await screen.findByText( 'This name is taken.' );
		await user.click( submitButton() );
		await vi.waitFor( () =>
			expect( nameField().matches( ':focus' ) ).toBe( true )
		);
		expect( save ).toHaveBeenCalledTimes( 2 );
	} );

	test.each( [ '', 'quota' ] )(
		'shows an error about the field “%s”, which the form does not have, in a notice',
		async ( field ) => {
			save.mockRejectedValue(
				new PlatformError( 'The account is full.', 409, field )
			);
			const user = show();
			await user.type( nameField(), 'shop' );
			await user.click( submitButton() );
			await screen.findByText( 'The account is full.', {
				selector: 'div',
			} );
			expect( nameField().ariaInvalid ).toBe( 'false' );
			expect( nameField().value ).toBe( 'shop' );
		}
	);

	test( 'sends nothing twice', async () => {
		const answer = Promise.withResolvers< Saved >();
		save.mockReturnValue( answer.promise );
		const user = show();
		await user.type( nameField(), 'shop{Enter}{Enter}' );
		await user.click( submitButton() );
		answer.resolve( {} );
		await screen.findByText( 'App created.', { selector: 'div' } );
		expect( save ).toHaveBeenCalledTimes( 1 );
	} );
} );

describe( 'Form', () => {
	test( 'starts again after the change', async () => {
		const { user } = showOnHost( <Form { ...OPTIONS } />, new FakeHost() );
		await user.type( nameField(), 'shop{Enter}' );
		await screen.findByText( 'App created.', { selector: 'div' } );
		expect( nameField().value ).toBe( '' );
	} );

	test( 'keeps the value that it has saved when it is a row', async () => {
		const { user } = showOnHost(
			<Form { ...OPTIONS } isRow />,
			new FakeHost()
		);
		await user.type( nameField(), 'shop{Enter}' );
		await screen.findByText( 'App created.', { selector: 'div' } );
		expect( nameField().value ).toBe( 'shop' );
	} );
} );

describe( 'FormDialog', () => {
	test( 'closes after the change', async () => {
		const { user } = showOnHost(
			<FormDialog { ...OPTIONS } onClose={ onClose } />,
			new FakeHost()
		);
		await user.type( nameField(), 'shop{Enter}' );
		await screen.findByText( 'App created.', { selector: 'div' } );
		expect( onClose ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'confirms only after the name was typed', async () => {
		const { user } = showOnHost(
			<FormDialog
				title="Delete shop?"
				submit={ () => save( VALUES ) }
				verb="Delete"
				typedName="shop"
				onClose={ onClose }
			/>,
			new FakeHost()
		);
		const dialog = within( screen.getByRole( 'dialog' ) );
		const typed = dialog.getByLabelText( 'Type “shop” to confirm' );
		await user.type( typed, 'sho{Enter}' );
		await user.click( dialog.getByRole( 'button', { name: 'Delete' } ) );
		expect( save ).not.toHaveBeenCalled();
		await user.type( typed, 'p{Enter}' );
		await vi.waitFor( () => expect( onClose ).toHaveBeenCalled() );
		expect( save ).toHaveBeenCalledTimes( 1 );
	} );
} );
