import { createContext, useContext } from '@wordpress/element';

/** The environment of a card if there are several; else empty. */
export const EnvironmentName = createContext( '' );

/** Completes the label of a button for screen readers: “Rebuild Production”. */
export function HiddenEnvironmentName() {
	const label = useContext( EnvironmentName );
	return label === '' ? null : (
		<span className="screen-reader-text"> { label }</span>
	);
}
