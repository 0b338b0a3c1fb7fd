import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import { __, sprintf } from '../../ui/i18n.ts';
import type { BootData } from '../../shared/boot.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { StatusSymbol } from '../../ui/status-symbol.tsx';
import { describe } from '../../live/labels/summary.ts';

interface Props {
	boot: BootData;
	environments: readonly EnvironmentStatus[];
	nowMs: number;
	/** Renders the card of an environment, which its row opens. */
	cardOf: ( environment: EnvironmentStatus ) => ReactNode;
}

function toggleLabel( label: string, isOpen: boolean ): string {
	/* translators: %s: name of an environment. */
	const hide = __( 'Hide %s', 'headless-deploy' );
	/* translators: %s: name of an environment. */
	const show = __( 'Show %s', 'headless-deploy' );
	return isOpen ? sprintf( hide, label ) : sprintf( show, label );
}

function Row( {
	boot,
	environment,
	nowMs,
	cardOf,
}: Props & { environment: EnvironmentStatus } ) {
	const [ isOpen, setOpen ] = useState( false );
	const { id, label } = environment;
	const { symbol, headline } = describe( environment, nowMs, boot.timeZone );
	const cardId = `headless-deploy-card-${ id }`;
	return (
		<li>
			<div className="headless-deploy-row">
				<h2>
					<bdi>{ label }</bdi>
				</h2>
				<span className="headless-deploy-line">
					<StatusSymbol symbol={ symbol } />
					<span>{ headline }</span>
				</span>
				<Button
					variant="tertiary"
					size="compact"
					aria-expanded={ isOpen }
					aria-label={ toggleLabel( label, isOpen ) }
					aria-controls={ isOpen ? cardId : undefined }
					onClick={ () => setOpen( ! isOpen ) }
				>
					{ isOpen
						? __( 'Hide', 'headless-deploy' )
						: __( 'Show', 'headless-deploy' ) }
				</Button>
			</div>
			{ isOpen && <div id={ cardId }>{ cardOf( environment ) }</div> }
		</li>
	);
}

/** The others keep their order, so that a list does not move while runs come and go. */
function sortByProblem( environments: readonly EnvironmentStatus[] ) {
	return [ true, false ].flatMap( ( first ) =>
		environments.filter( ( { needsHelp } ) => needsHelp === first )
	);
}

/** A row for each environment, those with problems first; each opens the environment's card. */
export function CompactRows( props: Props ) {
	return (
		<ul className="headless-deploy-rows">
			{ sortByProblem( props.environments ).map( ( environment ) => (
				<Row
					{ ...props }
					key={ environment.id }
					environment={ environment }
				/>
			) ) }
		</ul>
	);
}
