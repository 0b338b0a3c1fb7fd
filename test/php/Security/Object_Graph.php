<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use Closure;
use ReflectionFunction;
use ReflectionObject;

/**
 * Prints what `print_r()` prints of a value, but each object once. `print_r()` prints an object again at every place that
 * refers to it: the hooks of a site become 390 MB, which takes 12 seconds to search.
 */
final class Object_Graph {
	/**
	 * Objects by ID. Holding them also prevents PHP from giving an ID to another object.
	 *
	 * @var array<int, object>
	 */
	private array $seen = array();

	/**
	 * @var list<object>
	 */
	private array $waiting = array();

	public static function print( mixed $value ): string {
		$graph = new self();
		$text  = print_r( $graph->without_objects( $value ), true );
		while ( array() !== $graph->waiting ) {
			$object = array_pop( $graph->waiting );
			$text .= $object::class . ' ' . print_r( $graph->parts( $object ), true );
		}
		return $text;
	}

	private function parts( object $object ): mixed {
		if ( $object instanceof Closure ) {
			$function = new ReflectionFunction( $object );
			return $this->without_objects( array( $function->getClosureThis(), $function->getStaticVariables() ) );
		}
		if ( method_exists( $object, '__debugInfo' ) ) {
			return $this->without_objects( $object->__debugInfo() );
		}
		// PHP prints its own classes in its own way.
		return ( new ReflectionObject( $object ) )->isInternal() ? $object : $this->without_objects( (array) $object );
	}

	/**
	 * Replaces objects by the names of their classes, and remembers the objects.
	 */
	private function without_objects( mixed $value ): mixed {
		if ( is_array( $value ) ) {
			return array_map( $this->without_objects( ... ), $value );
		}
		if ( ! is_object( $value ) ) {
			return $value;
		}
		if ( ! isset( $this->seen[ spl_object_id( $value ) ] ) ) {
			$this->seen[ spl_object_id( $value ) ] = $value;
			$this->waiting[]                       = $value;
		}
		return $value::class;
	}
}
