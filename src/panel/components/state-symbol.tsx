import { Icon, Spinner } from '@wordpress/components';
import {
	check,
	closeSmall,
	error,
	notAllowed,
	pending,
	published,
	scheduled,
	update,
} from '@wordpress/icons';
import type { StateSymbol as SymbolName } from '../../shared/wire.ts';

const ICONS = {
	good: published,
	bad: error,
	warning: update,
	paused: notAllowed,
	scheduled,
	held: pending,
	accepted: check,
	canceled: closeSmall,
} as const;

interface Props {
	symbol: SymbolName;
}

/**
 * Draws the sign of a state. The words beside it say the same, so it is hidden from assistive technology.
 */
export function StateSymbol( { symbol }: Props ) {
	return (
		<span
			className={ `headless-deploy-symbol is-${ symbol }` }
			aria-hidden="true"
		>
			{ symbol === 'busy' ? (
				<Spinner />
			) : (
				<Icon icon={ ICONS[ symbol ] } size={ 24 } />
			) }
		</span>
	);
}
