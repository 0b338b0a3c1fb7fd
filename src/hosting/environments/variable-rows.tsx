import { flushSync, useRef } from '@wordpress/element';
import { RowButton } from '../../ui/row-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { __ } from '../../ui/i18n.ts';
import { PasteDotenv } from '../variables/paste-dotenv.tsx';
import type { Variables } from '../variables/paste-dotenv.tsx';

type Variable = Variables[ number ];

/** Whether a row is sent. */
export function isFilled( { key, value }: Variable ): boolean {
	return key + value !== '';
}

/** Merges variables into rows: the last value of a key counts, and rows without a key and value are left out. */
export function mergedRows(
	rows: readonly Variable[],
	variables: readonly Variable[]
): Variable[] {
	const keys = variables.map( ( { key } ) => key );
	const kept = rows.filter(
		( row ) => isFilled( row ) && ! keys.includes( row.key )
	);
	return [ ...kept, ...variables ];
}

/** The name of a row’s variable in the request, where rows without a key and value are not counted. */
function nameOf( row: Variable, rows: readonly Variable[] ): string {
	const position = rows.filter( isFilled ).indexOf( row );
	return position === -1 ? '' : `shellVariables.${ position }`;
}

interface RowProps {
	row: Variable;
	/** The name of the variable in the request. */
	name: string;
	onChange: ( row: Variable ) => void;
	onRemove: () => void;
}

function Row( { row, name, onChange, onRemove }: RowProps ) {
	return (
		<div className="hd-variable">
			<TextField
				name={ `${ name }.key` }
				label={ __( 'Key', 'headless-deploy' ) }
				value={ row.key }
				onChange={ ( key ) => onChange( { ...row, key } ) }
			/>
			<TextField
				name={ `${ name }.value` }
				label={ __( 'Value', 'headless-deploy' ) }
				type="password"
				value={ row.value }
				onChange={ ( value ) => onChange( { ...row, value } ) }
			/>
			<RowButton
				variant="tertiary"
				about={ row.key }
				onClick={ onRemove }
			>
				{ __( 'Remove', 'headless-deploy' ) }
			</RowButton>
		</div>
	);
}

interface Props {
	value: readonly Variable[];
	onChange: ( rows: Variable[] ) => void;
}

/** Shell variables as rows of key and value, and from a pasted .env file. */
export function VariableRows( { value: rows, onChange }: Props ) {
	const fieldset = useRef< HTMLFieldSetElement >( null );
	/** Changes the rows, then focuses the last element of a selector. */
	const changeAndFocus = ( changed: Variable[], selector: string ) => {
		flushSync( () => onChange( changed ) );
		Array.from(
			fieldset.current?.querySelectorAll< HTMLElement >( selector ) ?? []
		)
			.at( -1 )
			?.focus();
	};
	return (
		<fieldset className="hd-fieldset" ref={ fieldset }>
			<legend>{ __( 'Variables (optional)', 'headless-deploy' ) }</legend>
			<p className="hd-hint">
				{ __(
					'Builds and the app get them. The values are never shown again.',
					'headless-deploy'
				) }
			</p>
			{ rows.map( ( row, index ) => (
				<Row
					key={ index }
					row={ row }
					name={ nameOf( row, rows ) }
					onChange={ ( changed ) =>
						onChange(
							rows.map( ( other, at ) =>
								at === index ? changed : other
							)
						)
					}
					onRemove={ () =>
						changeAndFocus(
							rows.filter( ( _row, at ) => at !== index ),
							'[data-add] button'
						)
					}
				/>
			) ) }
			<div className="headless-deploy-buttons">
				<span data-add>
					<RowButton
						compact
						onClick={ () =>
							changeAndFocus(
								[ ...rows, { key: '', value: '' } ],
								'.hd-variable input[type="text"]'
							)
						}
					>
						{ __( 'Add a variable', 'headless-deploy' ) }
					</RowButton>
				</span>
				<PasteDotenv
					verb={ __( 'Add these variables', 'headless-deploy' ) }
					onDone={ ( variables ) =>
						onChange( mergedRows( rows, variables ) )
					}
				/>
			</div>
		</fieldset>
	);
}
