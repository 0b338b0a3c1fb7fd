import { screen, within } from '@testing-library/react';

type Name = string | RegExp;

/** Finds a button by its accessible name. */
export const button = ( name: Name ) => screen.getByRole( 'button', { name } );

/** Finds a button that may be missing. */
export const queryButton = ( name: Name ) =>
	screen.queryByRole( 'button', { name } );

/** Finds an input by its label. */
export const field = ( label: Name ) =>
	screen.getByLabelText< HTMLInputElement >( label );

export const link = ( name: Name ) => screen.getByRole( 'link', { name } );

/** Queries in the open dialog. */
export const dialog = () => within( screen.getByRole( 'dialog' ) );

/** The element that has the focus. */
export const focused = () => document.querySelector( ':focus' );
