<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Stored_Value;
use PHPUnit\Framework\Attributes\DataProvider;
use stdClass;

final class StoredValueTest extends Wp_Test_Case {
	#[DataProvider( 'values' )]
	public function test_an_invalid_value_becomes_its_default( Json_Schema $schema, mixed $stored, mixed $expected ): void {
		$this->assertSame( $expected, Stored_Value::read( $schema, $stored ) );
	}

	/**
	 * @return array<string, array{Json_Schema, mixed, mixed}>
	 */
	public static function values(): array {
		$text    = Json_Schema::text();
		$number  = Json_Schema::integer();
		$bounded = $number->with( minimum: 2, maximum: 4, default: 3 );
		$color   = Json_Schema::one_of( 'color', array( 'red', 'blue' ) );
		$partial = Json_Schema::partial( name: $text, count: $bounded );
		$closed  = Json_Schema::closed( name: $text->with( minLength: 1 ), count: $number );
		return array(
			'a text'                                        => array( $text, 'x', 'x' ),
			'a number instead of a text'                    => array( $text, 3, '' ),
			'a missing text with a default'                 => array( $text->with( default: 'none' ), null, 'none' ),
			'a text of a list'                              => array( $color, 'blue', 'blue' ),
			'a text that the list lacks'                    => array( $color->with( default: 'red' ), 'green', 'red' ),
			'a text that matches a pattern'                 => array( $text->with( pattern: '^[0-9]{2}$' ), '12', '12' ),
			'a line break after a text that would match'    => array( $text->with( pattern: '^[0-9]{2}$' ), "12\n", '' ),
			'an address'                                    => array( $text->with( format: 'uri' ), 'https://www.example.test/a', 'https://www.example.test/a' ),
			'an address that runs a script'                 => array( $text->with( format: 'uri' ), 'javascript:alert(1)', '' ),
			'a number in a text'                            => array( $number, '12', 12 ),
			'a boolean instead of a number'                 => array( $number, true, 0 ),
			'a number above the maximum'                    => array( $bounded, 5, 3 ),
			'a number below the minimum'                    => array( $bounded, 1, 3 ),
			'a text instead of a boolean'                   => array( Json_Schema::boolean(), 'yes', false ),
			'null where it is valid'                        => array( $text->or_null(), null, null ),
			'an invalid value where null is valid'          => array( $partial->or_null(), 'x', null ),
			'a list without its invalid items'              => array( Json_Schema::list_of( $text ), array( 'a', 3, null, 'b', new stdClass() ), array( 'a', 'b' ) ),
			'a list with names'                             => array( Json_Schema::list_of( $text ), array( 'x' => 'a' ), array( 'a' ) ),
			'a list whose items occur once'                 => array( Json_Schema::list_of( $text )->with( uniqueItems: true, maxItems: 2 ), array( 'a', 'a', 'b', 'c' ), array( 'a', 'b' ) ),
			'a map without its invalid names and values'    => array( Json_Schema::map_of( $number )->with( propertyNames: $color ), array( 'red' => 1, 'green' => 2, 'blue' => 'x' ), array( 'red' => 1 ) ),
			'an object without its unknown members'         => array( $partial, array( 'other' => 1, 'count' => 4, 'name' => 'x' ), array( 'name' => 'x', 'count' => 4 ) ),
			'a text instead of an object'                   => array( $partial, 'x', array( 'name' => '', 'count' => 3 ) ),
			'an object without a required member'           => array( $closed->or_null(), array( 'name' => 'x' ), null ),
			'a list of objects without a required member'   => array( Json_Schema::list_of( $closed ), array( array( 'name' => '', 'count' => 1 ), array( 'name' => 'x', 'count' => 2 ) ), array( array( 'name' => 'x', 'count' => 2 ) ) ),
			'an object with a default for a missing member' => array( $closed->with( default: array() ), array(), array() ),
		);
	}

	public function test_members_and_arguments_have_the_same_names(): void {
		$members = array( 'frontEndUrl' => 'x', 'etag' => 'y' );
		$this->assertSame( array( 'front_end_url' => 'x', 'etag' => 'y' ), Stored_Value::arguments( $members ) );
		$this->assertSame( $members, Stored_Value::members_of( Stored_Value::arguments( $members ) ) );
	}
}
