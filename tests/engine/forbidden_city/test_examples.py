"""The four worked examples of the rulebook, on the garden side; seats are purple, yellow, red, blue."""

from tests.engine.forbidden_city.tables import drawn, paid, play

EXAMPLE_1 = r"""
         -3       -2       -1        0        1        2

  -5                        .

                        +       +
  -4               .     Rg1n***     .
                        +       +
               +-------++       ++-------+
  -3      .     Pg2n**   Rg3eD  | Yw2n**      .
               +       ++       ++       +
                        +       +
  -2               .    |Yg5e*  :    .        .
                        +       +
                        +-------++       ++-------+
  -1               .    | garden|| pink  || garden|    .
                        +-------++--( )--++-------+
                        +-------++--( )--++-------+
   0               .      green :: Temple:: green      .
                        +-------++--( )--++-------+
                        +-------++--( )--++-------+
   1               .    | garden|| white || garden|    .
                        +-------++       ++-------+

   2                        .        .        .

"""


def test_example_1_blue_closes_a_pink_room_of_two_for_eleven() -> None:
    after = play(drawn(EXAMPLE_1, turn="blue", hold="pink4"), "lay pink4@0,-2n")
    assert paid(after) == [("pink", 11, (0, 0, 0, 11))]


EXAMPLE_2 = r"""
         -2       -1        0        1        2        3        4        5

  -2               .        .        .        .        .

               +-------++       ++-------++-------++-------+
  -1      .    | garden|| pink  || garden| Rp5s*    Yp2n**      .
               +-------++--( )--++-------++--( )--++       +
               +-------++--( )--++-------++       ++-------++-------+
   0      .      green :: Temple:: green   Bg2s**   Rg2n**   Pg3nD       .
               +-------++--( )--++-------++-------++       ++       +
               +-------++--( )--++-------+         +       ++-------+
   1      .    | garden|| white || garden|    .    |Yg7e*  | Pw2n**      .
               +-------++       ++-------+         +--( )--++       +

   2               .        .        .                 .        .

"""


def test_example_2_red_is_paid_twelve_and_blue_half() -> None:
    after = play(drawn(EXAMPLE_2, turn="red", hold="green7"), "lay green7@5,0n")
    assert paid(after) == [("green", 12, (0, 0, 12, 6))]


EXAMPLE_3 = r"""
         -2       -1        0        1        2        3        4        5

  -2               .        .        .

               +-------++       ++-------+
  -1      .    | garden|| pink  || garden|    .        .        .
               +-------++--( )--++-------+
               +-------++--( )--++-------++       ++-------++-------+
   0      .      green :: Temple:: green   Pg2e** | Rp2n**   Yp7n*  :    .
               +-------++--( )--++-------++       ++       ++-------+
               +-------++--( )--++-------+         +--( )--+
   1      .    | garden|| white || garden|    .     Pw4n** |    .
               +-------++       ++-------+         +       +
                                          +       ++       +
   2               .        .        .     Rg\w     Yw6e*  |    .
                                          +       ++--( )--+

   3                                          .        .

"""


def test_example_3_blue_and_purple_are_tied_and_get_half_each() -> None:
    after = play(drawn(EXAMPLE_3, turn="blue", hold="white4"), "lay white4@2,1w")
    assert paid(after) == [("white", 6, (3, 0, 0, 3))]


EXAMPLE_4 = r"""
         -2       -1        0        1        2        3        4        5        6

  -3                                                            .

                                                            +       +
  -2               .        .        .        .        .     Pw1n***     .
                                                            +       +
               +-------++       ++-------++-------++-------++--( )--++--( )--+
  -1      .    | garden|| pink  || garden| Rp5s*    Yp2n**   Bp5n*    Yp5n*       .
               +-------++--( )--++-------++--( )--++       ++-------++-------+
               +-------++--( )--++-------++       ++-------++-------++-------+
   0      .      green :: Temple:: green   Bg2s**   Rg2n**   Pg3nD    Rg7n*  :    .
               +-------++--( )--++-------++-------++       ++       ++-------+
               +-------++--( )--++-------+         +       ++-------+
   1      .    | garden|| white || garden|    .    |Yg7e*  | Pw2n**      .
               +-------++       ++-------+         +--( )--++       +

   2               .        .        .                 .        .

"""


def test_example_4_red_and_blue_are_tied_for_second_and_get_nothing() -> None:
    after = play(drawn(EXAMPLE_4, turn="yellow", hold="pink7"), "lay pink7@6,-1n")
    assert paid(after) == [("pink", 15, (0, 15, 0, 0))]
