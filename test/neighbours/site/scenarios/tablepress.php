<?php

declare( strict_types=1 );

/**
 * The ways in which TablePress saves: tables as posts of a hidden type.
 */
return array(
	'add a table' => static function (): array {
		$table         = TablePress::$model_table->get_table_template();
		$table['name'] = 'Prices';
		$table['data'] = array( array( 'One', '1' ), array( 'Two', '2' ) );
		TablePress::$model_table->add( $table );
		return array();
	},
);
