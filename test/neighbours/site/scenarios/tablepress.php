<?php

declare( strict_types=1 );

/**
 * The ways in which TablePress saves: tables as posts of a hidden type.
 */
return array(
	'prepare' => static function (): void {
		$table         = TablePress::$model_table->get_table_template();
		$table['name'] = 'On a page';
		$table['data'] = array( array( 'One', '1' ) );
		$id            = TablePress::$model_table->add( $table );
		wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Table', 'post_status' => 'publish', 'post_content' => "[table id=$id /]" ) );
	},
	'add a table' => static function (): array {
		$table         = TablePress::$model_table->get_table_template();
		$table['name'] = 'Prices';
		$table['data'] = array( array( 'One', '1' ), array( 'Two', '2' ) );
		TablePress::$model_table->add( $table );
		return array();
	},
);
