import { TextareaControl } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { ActionButton } from '../components/action-button.tsx';
import { Field } from '../components/field.tsx';
import { __, sprintf } from '../i18n.ts';
import { readDotenv } from '../../platform-client/dotenv.ts';
import type { DotenvProblem } from '../../platform-client/dotenv.ts';
import { problemsOf, Problems } from '../variables/dotenv-problems.tsx';

export interface VariableRow {
	/** Unique in the form. */
	id: number;
	key: string;
	value: string;
}

function PasteFile( {
	onPaste,
	onClose,
}: {
	onPaste: ( variables: { key: string; value: string }[] ) => void;
	onClose: () => void;
} ) {
	const [ file, setFile ] = useState( '' );
	const [ problems, setProblems ] = useState< readonly DotenvProblem[] >(
		[]
	);
	const field = useRef< HTMLTextAreaElement >( null );
	useEffect( () => field.current?.focus(), [] );
	const add = () => {
		const read = readDotenv( file );
		const invalid = problemsOf( read );
		setProblems( invalid );
		if ( invalid.length === 0 ) {
			onPaste( read.variables );
			onClose();
		}
	};
	return (
		<div className="hd-form">
			<TextareaControl
				__nextHasNoMarginBottom
				ref={ field }
				label={ __( 'Content of the .env file', 'headless-deploy' ) }
				help={ __(
					'One KEY=value per line. Comments, quotes and “export” are allowed.',
					'headless-deploy'
				) }
				rows={ 8 }
				value={ file }
				onChange={ setFile }
				autoComplete="off"
				spellCheck={ false }
				aria-invalid={ problems.length > 0 }
			/>
			<Problems problems={ problems } />
			<div className="hd-form__end">
				<ActionButton onClick={ add }>
					{ __( 'Add these variables', 'headless-deploy' ) }
				</ActionButton>
				<ActionButton variant="tertiary" onClick={ onClose }>
					{ __( 'Cancel', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</div>
	);
}

function Row( {
	row,
	index,
	error,
	onChange,
	onRemove,
}: {
	row: VariableRow;
	index: number;
	error: Error | null;
	onChange: ( row: VariableRow ) => void;
	onRemove: () => void;
} ) {
	return (
		<div className="hd-variable">
			<Field
				name={ `shellVariables.${ index }.key` }
				label={ __( 'Key', 'headless-deploy' ) }
				value={ row.key }
				onChange={ ( key ) => onChange( { ...row, key } ) }
				error={ error }
				autoComplete="off"
			/>
			<Field
				name={ `shellVariables.${ index }.value` }
				label={ __( 'Value', 'headless-deploy' ) }
				type="password"
				value={ row.value }
				onChange={ ( value ) => onChange( { ...row, value } ) }
				error={ error }
				autoComplete="off"
			/>
			<ActionButton
				variant="tertiary"
				label={ sprintf(
					/* translators: %s: key of a variable. */
					__( 'Remove %s', 'headless-deploy' ),
					row.key
				) }
				onClick={ onRemove }
			>
				{ __( 'Remove', 'headless-deploy' ) }
			</ActionButton>
		</div>
	);
}

/** Merges variables into rows: the last value of a key counts, and rows without a key and value are left out. */
export function mergedRows(
	rows: readonly VariableRow[],
	variables: readonly { key: string; value: string }[]
): VariableRow[] {
	const keys = variables.map( ( { key } ) => key );
	const kept = rows.filter(
		( { key, value } ) => key + value !== '' && ! keys.includes( key )
	);
	const firstId = Math.max( 0, ...rows.map( ( { id } ) => id ) ) + 1;
	return [
		...kept,
		...variables.map( ( { key, value }, index ) => ( {
			id: firstId + index,
			key,
			value,
		} ) ),
	];
}

interface Props {
	rows: readonly VariableRow[];
	onChange: ( rows: VariableRow[] ) => void;
	error: Error | null;
}

/** Shell variables as rows of key and value, and from a pasted .env file. */
export function VariableRows( { rows, onChange, error }: Props ) {
	const [ isPasting, setPasting ] = useState( false );
	const fieldset = useRef< HTMLFieldSetElement >( null );
	const addedRow = useRef( false );
	useEffect( () => {
		if ( addedRow.current ) {
			addedRow.current = false;
			const keys = fieldset.current?.querySelectorAll< HTMLInputElement >(
				'input[name$=".key"]'
			);
			keys?.[ keys.length - 1 ]?.focus();
		}
	}, [ rows.length ] );
	const focusAddButton = () =>
		fieldset.current
			?.querySelector< HTMLButtonElement >( '[data-add] button' )
			?.focus();
	const add = () => {
		addedRow.current = true;
		const id = Math.max( 0, ...rows.map( ( row ) => row.id ) ) + 1;
		onChange( [ ...rows, { id, key: '', value: '' } ] );
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
					key={ row.id }
					row={ row }
					index={ index }
					error={ error }
					onChange={ ( changed ) =>
						onChange(
							rows.map( ( other ) =>
								other.id === row.id ? changed : other
							)
						)
					}
					onRemove={ () => {
						onChange( rows.filter( ( { id } ) => id !== row.id ) );
						focusAddButton();
					} }
				/>
			) ) }
			{ isPasting ? (
				<PasteFile
					onPaste={ ( variables ) =>
						onChange( mergedRows( rows, variables ) )
					}
					onClose={ () => setPasting( false ) }
				/>
			) : (
				<div className="hd-form__end">
					<span data-add>
						<ActionButton compact onClick={ add }>
							{ __( 'Add a variable', 'headless-deploy' ) }
						</ActionButton>
					</span>
					<ActionButton compact onClick={ () => setPasting( true ) }>
						{ __( 'Paste a .env file', 'headless-deploy' ) }
					</ActionButton>
				</div>
			) }
		</fieldset>
	);
}
