<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * The same seed gives the same numbers on every PHP version, whatever else uses PHP's random numbers.
 */
final class Random_Numbers {
	private int $state;

	public function __construct( int $seed ) {
		$this->state = ( $seed * 0x9E3779B1 + 0x7F4A7C15 ) & 0xFFFFFFFF;
		$this->state = 0 === $this->state ? 1 : $this->state;
		// Consecutive seeds would start with similar numbers.
		for ( $i = 0; $i < 8; $i++ ) {
			$this->next();
		}
	}

	public function number( int $from, int $to ): int {
		return $from + $this->next() % ( $to - $from + 1 );
	}

	public function chance( int $percent ): bool {
		return $this->number( 0, 99 ) < $percent;
	}

	/**
	 * @template T
	 * @param  non-empty-array<T> $choices
	 * @return T
	 */
	public function one( array $choices ): mixed {
		return array_values( $choices )[ $this->number( 0, count( $choices ) - 1 ) ];
	}

	/**
	 * @param non-empty-array<string, int> $weights Choice => weight.
	 */
	public function weighted( array $weights ): string {
		$remaining = $this->number( 0, array_sum( $weights ) - 1 );
		foreach ( $weights as $choice => $weight ) {
			$remaining -= $weight;
			if ( $remaining < 0 ) {
				return $choice;
			}
		}
		return (string) array_key_last( $weights );
	}

	private function next(): int {
		$x = $this->state;
		$x ^= ( $x << 13 ) & 0xFFFFFFFF;
		$x ^= $x >> 17;
		$x ^= ( $x << 5 ) & 0xFFFFFFFF;
		$this->state = $x;
		return $x >> 3;
	}
}
